//! Rust tools as the linker hands them over: one static entry a tool, submitted through `inventory` by the expansion
//! of `#[tool]`. The linker promises no order; the source gives it.

#[cfg(any(feature = "server", test))]
use crate::states::States;
use crate::{
    context::Context,
    declared::Tool,
    error::{Failure, Report},
    outcome::Outcome,
    parts::Part,
    provider::Arguments,
    spec::{Origin, ToolSpec},
};
use std::{any::Any, collections::HashMap, future::Future, pin::Pin, ptr};
use toolkit_rules::Scope;

/// The future of an async tool.
pub type AsyncCall<'a> = Pin<Box<dyn Future<Output = Outcome> + Send + 'a>>;

/// One linked tool.
pub struct LinkedTool {
    /// The tool as data, computed by the compiler.
    pub spec: &'static ToolSpec,
    /// What stands in the function's signature.
    pub parts: &'static [Part],
    /// How it is called.
    pub entry: Entry,
}

impl LinkedTool {
    /// The tool as data, with the schemas of foreign types in it.
    ///
    /// # Errors
    ///
    /// When one of these has no schema that can be written.
    pub(crate) fn whole_spec(&self) -> Result<ToolSpec, Vec<Report>> {
        let spec = self.spec;
        if !spec.params.iter().any(|param| param.schema.is_later()) {
            return Ok(spec.clone());
        }
        let mut params = spec.params.to_vec();
        let mut reports = Vec::new();
        for part in self.parts {
            let Part::Foreign(param, accepted) = part else { continue };
            let Some(whole) = params.iter_mut().find(|whole| whole.name == param.name) else { continue };
            match accepted() {
                Ok(accepted) => {
                    whole.schema = accepted.schema;
                    whole.required = accepted.required;
                    if whole.description.is_empty() {
                        whole.description = accepted.description.into();
                    }
                }
                Err(place) => reports.push(Report {
                    file: spec.origin.file.to_string(),
                    line: Some(spec.origin.line),
                    message: format!(
                        "the schema of `{}`, a parameter of `{}`, refers to itself {place}, and catalogs have no references; take a type that does not hold itself",
                        param.name, spec.name
                    ),
                }),
            }
        }
        if !reports.is_empty() {
            return Err(reports);
        }
        Ok(ToolSpec {
            schema: toolkit_rules::input_schema(&params).into(),
            entry: toolkit_rules::entry(&spec.name, &spec.description, &params, spec.scope).into(),
            params: params.into(),
            ..spec.clone()
        })
    }
}

/// A tool and how it is called.
#[must_use]
pub const fn linked_tool(tool: &'static Tool, entry: Entry) -> LinkedTool {
    LinkedTool { spec: &tool.spec, parts: tool.parts, entry }
}

/// How a linked tool is called. Decoding the checked arguments is part of the function.
#[derive(Clone, Copy)]
pub enum Entry {
    /// A function.
    Function(fn(&Context, &Arguments) -> Outcome),
    /// An async function.
    AsyncFunction(fn(Context, Arguments) -> AsyncCall<'static>),
    /// A method of an impl block's instance.
    Method(&'static Group, fn(&mut Instance, &Context, &Arguments) -> Outcome),
    /// An async method of an impl block's instance.
    AsyncMethod(&'static Group, for<'a> fn(&'a mut Instance, Context, Arguments) -> AsyncCall<'a>),
}

/// An impl block's instance, whatever its type.
pub type Instance = dyn Any + Send;

/// One impl block.
pub struct Group {
    /// The type's name, for error texts.
    pub type_name: &'static str,
    /// How long an instance lives.
    pub scope: Scope,
    /// Makes one.
    pub construct: fn(&Context) -> Result<Box<Instance>, Failure>,
}

inventory::collect!(LinkedTool);

/// The tools that are linked into this program, in the order of their sources.
pub(crate) fn linked() -> Vec<&'static LinkedTool> {
    let mut tools: Vec<_> = inventory::iter::<LinkedTool>.into_iter().collect();
    tools.sort_by(|a, b| a.spec.origin.order().cmp(&b.spec.origin.order()));
    tools
}

/// Files with more than one tool impl, of tools in the order of their sources; each further impl is one report.
pub(crate) fn second_impls(tools: &[&'static LinkedTool]) -> Vec<Report> {
    let mut first: HashMap<(&str, &str), (&Group, &Origin)> = HashMap::new();
    let mut seen: Vec<&Group> = Vec::new();
    let mut reports = Vec::new();
    for tool in tools {
        let (Entry::Method(group, _) | Entry::AsyncMethod(group, _)) = tool.entry else { continue };
        if seen.iter().any(|known| ptr::eq(*known, group)) {
            continue;
        }
        seen.push(group);
        let origin = &tool.spec.origin;
        let Some((owner, place)) = first.get(&(&*origin.package, &*origin.file)) else {
            first.insert((&origin.package, &origin.file), (group, origin));
            continue;
        };
        reports.push(Report {
            file: origin.file.to_string(),
            line: Some(origin.line),
            message: format!(
                "a file holds one tool impl, and this one has that of `{}` at {place} and that of `{}` at {origin}; move one to a file of its own",
                owner.type_name, group.type_name
            ),
        });
    }
    reports
}

/// What tools take of a program that nobody put into it; each is one report.
#[cfg(any(feature = "server", test))]
pub(crate) fn lacking(tools: &[&'static LinkedTool], states: &States) -> Vec<Report> {
    let lacking = |tool: &&'static LinkedTool| {
        let spec = tool.spec;
        let needs = tool.parts.iter().filter_map(|part| match part {
            Part::Hidden(Some(need)) if states.lacks(need) => Some((need.type_name)()),
            _ => None,
        });
        let report = |name| Report {
            file: spec.origin.file.to_string(),
            line: Some(spec.origin.line),
            message: format!(
                "`{}` takes a `State<{name}>`, and the program has none; put one in with `Server::builder().state(..)`",
                spec.name
            ),
        };
        needs.map(report).collect::<Vec<_>>()
    };
    tools.iter().flat_map(lacking).collect()
}

/// The names of the Rust tools that are linked into this program, in catalog order: by file, crate, line and column.
///
/// A program that links tools and prints none has lost them: a crate of tools that nothing else of the program
/// mentions is only linked when the program says `use that_crate as _;`.
pub fn tool_names() -> impl Iterator<Item = &'static str> {
    linked().into_iter().map(|tool| tool.spec.name.get())
}

/// The instance as the type its impl block is of.
///
/// # Errors
///
/// When it is of another type, which is a fault of the caller.
pub fn instance<T: Any>(instance: &mut Instance) -> Result<&mut T, Failure> {
    instance.downcast_mut().ok_or_else(|| Failure::new("RuntimeError", "the instance is of another tool"))
}

/// The constructor of a type that has only a default.
///
/// # Errors
///
/// Never; the type is that of a [`Group`]'s constructor.
pub fn by_default<T: Any + Send + Default>(_: &Context) -> Result<Box<Instance>, Failure> {
    Ok(Box::new(T::default()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{spec::Extras, states::State};
    use toolkit_rules::Held;

    static FIRST: Group = Group { type_name: "Shell", scope: Scope::Run, construct: by_default::<u8> };
    static SECOND: Group = Group { type_name: "Editor", scope: Scope::Call, construct: by_default::<u8> };

    fn method(file: &'static str, line: u32, group: &'static Group) -> &'static LinkedTool {
        let spec = ToolSpec {
            name: Held::Static("t__t"),
            description: Held::Static(""),
            wrapped: false,
            params: Held::Static(&[]),
            scope: group.scope,
            schema: Held::Static(""),
            entry: Held::Static(""),
            origin: Origin {
                file: Held::Static(file),
                stem: Held::Static("t"),
                package: Held::Static("app"),
                line,
                column: 1,
                place: 0,
            },
            bound: None,
            extras: Extras::NONE,
        };
        let entry = Entry::Method(group, |_, _, _| Err(Failure::new("Error", "not called")));
        Box::leak(Box::new(LinkedTool { spec: Box::leak(Box::new(spec)), parts: &[], entry }))
    }

    #[test]
    fn a_second_tool_impl_in_a_file_is_one_report_with_both_places() {
        let apart = [method("src/a.rs", 1, &FIRST), method("src/a.rs", 5, &FIRST), method("src/b.rs", 1, &SECOND)];
        assert_eq!(second_impls(&apart), []);
        let together = [method("src/a.rs", 1, &FIRST), method("src/a.rs", 9, &SECOND), method("src/a.rs", 12, &SECOND)];
        let reports: Vec<String> = second_impls(&together).iter().map(ToString::to_string).collect();
        assert_eq!(
            reports,
            [
                "src/a.rs:9: a file holds one tool impl, and this one has that of `Shell` at src/a.rs:1 and that of `Editor` at src/a.rs:9; move one to a file of its own"
            ]
        );
    }

    #[test]
    fn a_state_that_nobody_put_in_is_named_with_the_tool_that_takes_it() {
        let tool = method("src/a.rs", 3, &FIRST);
        let parts: &[Part] =
            &[Part::Hidden(None), Part::Hidden(Some(State::<u8>::NEED)), Part::Hidden(Some(State::<Box<str>>::NEED))];
        let tool = Box::leak(Box::new(LinkedTool { spec: tool.spec, parts, entry: tool.entry }));
        let mut states = States::default();
        states.put(1_u8);
        let reports: Vec<String> = lacking(&[tool], &states).iter().map(ToString::to_string).collect();
        assert_eq!(
            reports,
            [
                "src/a.rs:3: `t__t` takes a `State<alloc::boxed::Box<str>>`, and the program has none; put one in with `Server::builder().state(..)`"
            ]
        );
        states.put(Box::<str>::from(""));
        assert_eq!(lacking(&[tool], &states), []);
    }
}
