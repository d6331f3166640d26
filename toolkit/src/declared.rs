//! A tool as its macro declares it, and the constants that follow from it: the compiler computes the name, the schema
//! and the catalog entry, and refuses what only it can know.

use crate::{
    spec::{Extras, Origin, ToolSpec},
    tool_type::Accepts,
};
use std::{mem::ManuallyDrop, time::Duration};
use toolkit_rules::{
    Held, Out, Param, Schema, Scope,
    names::{check_tool, stem, write_joined, write_tool_fault},
    schema::{write_entry, write_input_schema},
};

/// What the macro knows of a tool.
#[derive(Clone, Copy)]
pub struct Declared {
    here: Here,
    name: Named,
    description: &'static str,
    wrapped: bool,
    params: &'static [Param],
    scope: Scope,
    bound: Option<Duration>,
    output: Option<&'static Schema>,
}

/// Where a tool is written; made by `here!`.
#[derive(Clone, Copy)]
pub struct Here {
    /// `file!()`.
    pub file: &'static str,
    /// `module_path!()`.
    pub module: &'static str,
    /// `line!()`.
    pub line: u32,
    /// `column!()`.
    pub column: u32,
    /// Tells tools apart that one macro call made.
    pub place: u32,
}

#[derive(Clone, Copy)]
enum Named {
    Joined(&'static str),
    Whole(&'static str),
}

impl Declared {
    /// A tool named `<stem>__<function>`.
    #[must_use]
    pub const fn new(here: Here, function: &'static str, description: &'static str, params: &'static [Param]) -> Self {
        Self {
            here,
            name: Named::Joined(function),
            description,
            wrapped: false,
            params,
            scope: Scope::Call,
            bound: None,
            output: None,
        }
    }

    /// Replaces the whole name.
    #[must_use]
    pub const fn named(mut self, name: &'static str) -> Self {
        self.name = Named::Whole(name);
        self
    }

    /// The first sentence runs on in the second line.
    #[must_use]
    pub const fn wrapped(mut self) -> Self {
        self.wrapped = true;
        self
    }

    /// The instance lives as long as the run.
    #[must_use]
    pub const fn run(mut self) -> Self {
        self.scope = Scope::Run;
        self
    }

    /// The tool's own bound on a call.
    #[must_use]
    pub const fn bound(mut self, seconds: u64, nanoseconds: u32) -> Self {
        self.bound = Some(Duration::new(seconds, nanoseconds));
        self
    }

    /// What its result is, when its type says so.
    #[must_use]
    pub const fn output(mut self, schema: Option<&'static Schema>) -> Self {
        self.output = schema;
        self
    }

    /// Writes the catalog entry.
    pub const fn write(&self, out: &mut Out<'_>) {
        let mut buffer = [0; NAME_BUFFER];
        write_entry(self.name(&mut buffer), self.description, self.params, self.scope, out);
    }

    /// Asks whether providers take the name.
    ///
    /// # Panics
    ///
    /// While it compiles, when they do not.
    #[track_caller]
    pub const fn check_name(&self) {
        let mut buffer = [0; NAME_BUFFER];
        let name = self.name(&mut buffer);
        if let Err(fault) = check_tool(name) {
            let mut sentence = [0; 3 * NAME_BUFFER];
            let mut out = Out::new(&mut sentence);
            write_tool_fault(name, fault, &mut out);
            let len = out.len();
            panic!("{}", text(sentence.split_at(len).0));
        }
    }

    /// The tool as data; `entry` is what [`Declared::write`] wrote, and the shorter texts are parts of it.
    #[must_use]
    pub const fn spec(&self, entry: &'static str) -> ToolSpec {
        let mut buffer = [0; NAME_BUFFER];
        let name = self.name(&mut buffer);
        let mut schema = Out::new(&mut []);
        write_input_schema(self.params, &mut schema);
        let end = entry.len() - r#","scope":""}"#.len() - self.scope.word().len();
        ToolSpec {
            name: Held::Static(part(entry, r#"{"name":""#.len(), name.len())),
            description: Held::Static(self.description),
            wrapped: self.wrapped,
            params: Held::Static(self.params),
            scope: self.scope,
            schema: Held::Static(part(entry, end - schema.len(), schema.len())),
            entry: Held::Static(entry),
            origin: Origin {
                file: Held::Static(self.here.file),
                stem: Held::Static(stem(self.here.file, self.here.module)),
                // A crate's root takes the crate's name.
                package: Held::Static(stem("lib.rs", self.here.module)),
                line: self.here.line,
                column: self.here.column,
                place: self.here.place,
            },
            bound: self.bound,
            extras: Extras {
                output: match self.output {
                    Some(schema) => Some(Held::Static(schema)),
                    None => None,
                },
                ..Extras::NONE
            },
        }
    }

    #[track_caller]
    const fn name<'a>(&self, buffer: &'a mut [u8; NAME_BUFFER]) -> &'a str {
        let mut out = Out::new(buffer);
        match self.name {
            Named::Joined(function) => write_joined(stem(self.here.file, self.here.module), function, &mut out),
            Named::Whole(name) => out.text(name),
        }
        let len = out.len();
        assert!(
            len <= NAME_BUFFER,
            "this tool's name is far too long; shorten the name of the file or of the function"
        );
        text(buffer.split_at(len).0)
    }
}

/// Room for a name and for what is too long for one.
const NAME_BUFFER: usize = 1024;

const fn part(whole: &'static str, from: usize, len: usize) -> &'static str {
    whole.split_at(from).1.split_at(len).0
}

const fn text(bytes: &[u8]) -> &str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("names are written in whole characters"),
    }
}

/// A parameter as the macro found it.
#[must_use]
pub const fn parameter(name: &'static str, description: &'static str, accepts: Accepts) -> Param {
    declared(name, description, accepts.schema, accepts.required, None)
}

/// A parameter with a default, as JSON text. The compiler has seen that it is one of the type's values.
#[must_use]
pub const fn parameter_or(
    name: &'static str,
    description: &'static str,
    accepts: Accepts,
    default: &'static str,
) -> Param {
    declared(name, description, accepts.schema, false, Some(Held::Static(default)))
}

const fn declared(
    name: &'static str,
    description: &'static str,
    schema: ManuallyDrop<Schema>,
    required: bool,
    default: Option<Held<str>>,
) -> Param {
    Param {
        name: Held::Static(name),
        schema: ManuallyDrop::into_inner(schema),
        required,
        description: Held::Static(description),
        default,
        null_when_absent: false,
    }
}

/// Asks whether a parameter may have the default `None`, which is written for all types alike.
///
/// # Panics
///
/// While it compiles, when it may not.
#[track_caller]
pub const fn takes_none(accepts: Accepts) {
    assert!(!accepts.required, "`None` is no value of this type; make it an `Option`, or write a default that is one");
}

/// Asks whether a parameter may have the default `[]`, which is written for all lists alike.
///
/// # Panics
///
/// While it compiles, when it may not.
#[track_caller]
pub const fn takes_no_items(accepts: Accepts) {
    let schema = ManuallyDrop::into_inner(accepts.schema);
    let list = is_list(&schema);
    std::mem::forget(schema);
    assert!(list, "`[]` is no value of this type; make it a `Vec`, or write a default that is one");
}

const fn is_list(schema: &Schema) -> bool {
    match schema {
        Schema::Array(_) => true,
        Schema::Nullable(inner) => is_list(inner.get()),
        _ => false,
    }
}

/// Where the tool is written that this stands beside. A tool made by a macro is written where the macro is called.
#[doc(hidden)]
#[macro_export]
macro_rules! __here {
    ($place:literal) => {
        $crate::__private::expansion::__Here {
            file: ::core::file!(),
            module: ::core::module_path!(),
            line: ::core::line!(),
            column: ::core::column!(),
            place: $place,
        }
    };
}
