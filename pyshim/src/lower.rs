//! From facts to tools: what the catalog says about each function of a file, and a report for everything that cannot
//! be a tool, by the rules both languages share. It reads no file and runs no Python.
//!
//! A function with an error is withheld and the good ones of its file stay. Every problem of a file is a report of
//! its own, on the line of the parameter or the function it is about.

mod hint;
mod parameter;

use crate::facts::{Class, Constructor, File, Kind, Tool};
use std::sync::Arc;
use toolkit::{
    Extras, Origin, Report, ToolSpec,
    rules::{
        Held, Scope,
        docs::{self, Language},
        entry, input_schema, names,
    },
};

/// What a file comes to.
#[derive(Debug, Default)]
pub struct Lowered {
    /// One for each of [`File::tools`]; `None` for those withheld.
    pub tools: Vec<Option<Arc<ToolSpec>>>,
    /// What keeps tools from being served.
    pub errors: Vec<Report>,
    /// What will surprise somebody.
    pub warnings: Vec<Report>,
}

/// The name a report has for a file of the tools folder.
#[must_use]
pub fn file_name(stem: &str) -> String {
    format!("tools/{stem}.py")
}

/// Lowers one file that is no helper and whose import, if it was tried, is reported elsewhere.
#[must_use]
pub fn lower(stem: &str, file: &File) -> Lowered {
    let mut lowering = Lowering { stem, file, out: Lowered::default() };
    lowering.run();
    lowering.out
}

struct Lowering<'a> {
    stem: &'a str,
    file: &'a File,
    out: Lowered,
}

impl Lowering<'_> {
    fn run(&mut self) {
        if !names::is_python_stem(self.stem) {
            let better: String = self.stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
            self.error(
                None,
                format!(
                    "`{}` is no name for a tool file, its tools' names begin with it; use letters, digits and `_`, as in `{better}.py`",
                    self.stem
                ),
            );
            return;
        }
        if self.file.error.is_some() {
            return;
        }
        for name in &self.file.absent {
            self.error(
                self.file.exports_line,
                format!("`__all__` names `{name}`, which the file does not define; define it or remove the name"),
            );
        }
        for Class { name, line } in &self.file.elsewhere {
            self.warning(
                Some(*line),
                format!(
                    "`{name}` is no tool: its decorator put something of another file in its place; use `functools.wraps` in the decorator, or start the name with `_`"
                ),
            );
        }
        if let [first, .., last] = self.file.classes.as_slice() {
            let classes: Vec<String> =
                self.file.classes.iter().map(|class| format!("`{}` (line {})", class.name, class.line)).collect();
            self.error(
                Some(last.line),
                format!(
                    "a file holds one public class, and this one has {}; give each a file of its own, or start a name with `_`, as in `_{}`",
                    classes.join(" and "),
                    first.name
                ),
            );
            return;
        }
        let scope = self.scope();
        let instances = self.constructor() && scope.is_some();
        self.emptiness();
        let scope = scope.unwrap_or_default();
        for place in 0..self.file.tools.len() {
            let tool = &self.file.tools[place];
            let before = self.out.errors.len();
            // What is called on no instance has none to keep.
            let scope = if tool.kind == Kind::Method { scope } else { Scope::Call };
            let spec = self.tool(tool, place, scope);
            let fine = self.out.errors.len() == before && (instances || tool.kind != Kind::Method);
            self.out.tools.push(fine.then(|| Arc::new(spec)));
        }
    }

    /// How long instances live; `None` when the file says what nobody knows.
    fn scope(&mut self) -> Option<Scope> {
        let Some(said) = &self.file.scope else { return Some(Scope::Call) };
        let scope = match said.word.as_str() {
            "call" => Scope::Call,
            "run" => Scope::Run,
            other => {
                self.error(
                    Some(said.line),
                    format!("`scope` is `{other}`; write `scope = \"call\"` or `scope = \"run\"`"),
                );
                return None;
            }
        };
        if self.file.classes.is_empty() {
            if scope == Scope::Run {
                self.warning(
                    Some(said.line),
                    "`scope = \"run\"` does nothing here, functions have no instance; make them methods of one class, or remove the line".to_owned(),
                );
            }
            return Some(Scope::Call);
        }
        Some(scope)
    }

    /// Whether instances can be made, where any method needs one.
    fn constructor(&mut self) -> bool {
        let (Some(Constructor { line, required, takes }), [class]) =
            (&self.file.constructor, self.file.classes.as_slice())
        else {
            return true;
        };
        let needs_one = self.file.tools.iter().any(|tool| tool.kind == Kind::Method);
        if !needs_one || required.len() <= usize::from(*takes) {
            return true;
        }
        let listed: Vec<String> = required.iter().map(|name| format!("`{name}`")).collect();
        self.error(
            Some(line.unwrap_or(class.line)),
            format!(
                "`{}` is made with {}; a constructor takes nothing, or the context alone: `def __init__(self, ctx)`",
                class.name,
                listed.join(" and ")
            ),
        );
        false
    }

    fn emptiness(&mut self) {
        if !self.file.tools.is_empty() || !self.file.elsewhere.is_empty() || !self.file.absent.is_empty() {
            return;
        }
        match self.file.classes.first() {
            Some(class) => self.warning(
                Some(class.line),
                format!(
                    "the file offers no tool: `{0}` is its public class, so the tools would be its public methods, and it has none; if it is no tool, name it `_{0}`",
                    class.name
                ),
            ),
            None => self.warning(
                None,
                format!(
                    "the file offers no tool; write a public function in it, or name it `_{}.py` if others import it",
                    self.stem
                ),
            ),
        }
    }

    fn tool(&mut self, tool: &Tool, place: usize, scope: Scope) -> ToolSpec {
        let name = names::joined(self.stem, &tool.name);
        if let Err(fault) = names::check_tool(&name) {
            self.error(Some(tool.line), names::tool_fault(&name, fault));
        }
        let missing = match tool.kind {
            Kind::Method if !tool.receiver => Some("self"),
            Kind::ClassMethod if !tool.receiver => Some("cls"),
            _ => None,
        };
        if let Some(missing) = missing {
            self.error(
                Some(tool.line),
                format!("`{name}` has no `{missing}`; write it as the first parameter, or put `@staticmethod` above"),
            );
        }
        let doc = docs::read(tool.doc.as_deref().unwrap_or_default(), Language::Python);
        let mut params = Vec::with_capacity(tool.parameters.len());
        for parameter in &tool.parameters {
            if let Some(param) = self.parameter(&name, parameter, &doc) {
                params.push(param);
            }
        }
        self.unseen(&name, tool, &doc);
        let description = docs::with_whole(&doc.description, self.file.class_doc.as_deref().unwrap_or_default());
        let method = (tool.kind != Kind::Function).then(|| tool.name.clone().into());
        ToolSpec {
            schema: input_schema(&params).into(),
            entry: entry(&name, &description, &params, scope).into(),
            name: name.into(),
            description: description.into(),
            wrapped: doc.wrapped,
            params: params.into(),
            scope,
            origin: Origin {
                file: file_name(self.stem).into(),
                stem: self.stem.to_owned().into(),
                package: Held::Static(""),
                line: tool.line,
                column: 1,
                place: u32::try_from(place).unwrap_or(u32::MAX),
            },
            bound: None,
            extras: Extras { method, ..Extras::NONE },
        }
    }

    /// Warns of what the docstring says about parameters and the model does not see.
    fn unseen(&mut self, tool: &str, facts: &Tool, doc: &docs::Doc) {
        if let Some((title, line)) = &doc.unread
            && !facts.parameters.is_empty()
        {
            self.warning(
                Some(facts.doc_line + u32::try_from(*line).unwrap_or(0)),
                format!("`{tool}`: what stands under `{title}` never reaches the model; write `Args:`"),
            );
        }
        let known = || facts.parameters.iter().map(|parameter| parameter.name.as_str());
        for entry in &doc.entries {
            if known().any(|name| name == entry.name)
                || matches!(entry.name.as_str(), "self" | "cls" | "ctx" | "context")
            {
                continue;
            }
            let instead = match names::nearest(&entry.name, known().filter(|name| doc.of(name).is_none())) {
                Some(near) => format!("name it `{near}`, or remove the entry"),
                None => "remove the entry".to_owned(),
            };
            self.warning(
                Some(facts.doc_line + u32::try_from(entry.line).unwrap_or(0)),
                format!("`{tool}`: `Args:` describes `{}`, which is no parameter; {instead}", entry.name),
            );
        }
    }

    fn error(&mut self, line: Option<u32>, message: String) {
        self.out.errors.push(Report { file: file_name(self.stem), line, message });
    }

    fn warning(&mut self, line: Option<u32>, message: String) {
        self.out.warnings.push(Report { file: file_name(self.stem), line, message });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(stem: &str, function: &str, parameter: &str) -> Vec<String> {
        let file = serde_json::from_value(serde_json::json!({"tools": [{
            "name": function, "kind": "function", "receiver": false, "line": 2, "doc": null, "doc_line": 2,
            "parameters": [{
                "name": parameter, "kind": "plain", "line": 3, "hint": {"is": "int"}, "text": "int", "default": null
            }],
        }]}))
        .expect("facts as the loader writes them");
        let lowered = lower(stem, &file);
        assert_eq!(lowered.tools.iter().flatten().count(), usize::from(lowered.errors.is_empty()));
        lowered.errors.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn names_that_providers_refuse_are_errors_and_are_never_changed() {
        let (fits, over) = ("f".repeat(122), "g".repeat(123));
        assert_eq!(errors("edge", &fits, "n"), Vec::<String>::new());
        for (stem, function, parameter, says) in [
            ("over", over.as_str(), "n", format!("tools/over.py:2: `over__{over}` is no tool name: it has 129 characters, providers take 128; use 1 to 128 of letters, digits, `_` and `-`")),
            ("uni", "größe", "n", "tools/uni.py:2: `uni__größe` is no tool name: providers refuse some of its characters; use 1 to 128 of letters, digits, `_` and `-`".to_owned()),
            ("param", "grow", "größe", "tools/param.py:3: `param__grow`: `größe` is no parameter name: providers refuse some of its characters; use 1 to 64 of letters, digits, `_`, `.` and `-`".to_owned()),
            ("two words", "go", "n", "tools/two words.py: `two words` is no name for a tool file, its tools' names begin with it; use letters, digits and `_`, as in `two_words.py`".to_owned()),
            ("grün", "go", "n", "tools/grün.py: `grün` is no name for a tool file, its tools' names begin with it; use letters, digits and `_`, as in `gr_n.py`".to_owned()),
        ] {
            assert_eq!(errors(stem, function, parameter), [says]);
        }
    }
}
