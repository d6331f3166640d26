//! A tool as its macro declares it, and the constants that follow from it: the compiler computes the name, the schema
//! and the catalog entry, and refuses what only it can know.

use crate::{
    parts::Part,
    spec::{Annotations, Extras, Origin, ToolSpec},
};
use std::time::Duration;
use toolkit_rules::{
    Held, Out, Param, Schema, Scope,
    names::{check_tool, stem, write_joined, write_tool_fault},
    schema::{write_entry, write_input_schema},
};

/// A tool as constants; it stands hidden beside its function.
pub struct Tool {
    /// The tool as data.
    pub spec: ToolSpec,
    /// What stands in the function's signature.
    pub parts: &'static [Part],
}

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
    /// The name of the method, in an impl block.
    method: Option<&'static str>,
    usage: &'static str,
    service: Option<&'static str>,
    title: Option<&'static str>,
    parallel_safe: bool,
    isolated: bool,
    read_only: Option<bool>,
    destructive: Option<bool>,
    idempotent: Option<bool>,
    open_world: Option<bool>,
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
            method: None,
            usage: "",
            service: None,
            title: None,
            parallel_safe: false,
            isolated: false,
            read_only: None,
            destructive: None,
            idempotent: None,
            open_world: None,
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

    /// It is a method of an impl block.
    #[must_use]
    pub const fn method(mut self, name: &'static str) -> Self {
        self.method = Some(name);
        self
    }

    /// Longer guidance than the description.
    #[must_use]
    pub const fn usage(mut self, text: &'static str) -> Self {
        self.usage = text;
        self
    }

    /// The service it belongs to.
    #[must_use]
    pub const fn service(mut self, name: &'static str) -> Self {
        self.service = Some(name);
        self
    }

    /// A name for people.
    #[must_use]
    pub const fn title(mut self, text: &'static str) -> Self {
        self.title = Some(text);
        self
    }

    /// Whether it may run at once with other tools of one run.
    #[must_use]
    pub const fn parallel_safe(mut self, yes: bool) -> Self {
        self.parallel_safe = yes;
        self
    }

    /// Whether it runs in a worker process.
    #[must_use]
    pub const fn isolate(mut self, yes: bool) -> Self {
        self.isolated = yes;
        self
    }

    /// Whether it changes nothing.
    #[must_use]
    pub const fn read_only(mut self, yes: bool) -> Self {
        self.read_only = Some(yes);
        self
    }

    /// Whether it may destroy what was there.
    #[must_use]
    pub const fn destructive(mut self, yes: bool) -> Self {
        self.destructive = Some(yes);
        self
    }

    /// Whether a second call with the same arguments does no more.
    #[must_use]
    pub const fn idempotent(mut self, yes: bool) -> Self {
        self.idempotent = Some(yes);
        self
    }

    /// Whether it deals with things outside.
    #[must_use]
    pub const fn open_world(mut self, yes: bool) -> Self {
        self.open_world = Some(yes);
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

    /// The tool as constants; `entry` is what [`Declared::write`] wrote, and the shorter texts are parts of it.
    #[must_use]
    pub const fn tool(&self, parts: &'static [Part], entry: &'static str) -> Tool {
        Tool { spec: self.spec(entry), parts }
    }

    const fn spec(&self, entry: &'static str) -> ToolSpec {
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
                annotations: Annotations {
                    title: held(self.title),
                    read_only: self.read_only,
                    destructive: self.destructive,
                    idempotent: self.idempotent,
                    open_world: self.open_world,
                },
                method: held(self.method),
                usage: Held::Static(self.usage),
                parallel_safe: self.parallel_safe,
                service: held(self.service),
                isolated: self.isolated,
                output: match self.output {
                    Some(schema) => Some(Held::Static(schema)),
                    None => None,
                },
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
        assert!(len <= NAME_BUFFER, "file systems have no names this long, and longer functions are refused before");
        text(buffer.split_at(len).0)
    }
}

/// Room for a name and for what is too long for one.
const NAME_BUFFER: usize = 1024;

const fn held(text: Option<&'static str>) -> Option<Held<str>> {
    match text {
        Some(text) => Some(Held::Static(text)),
        None => None,
    }
}

const fn part(whole: &'static str, from: usize, len: usize) -> &'static str {
    whole.split_at(from).1.split_at(len).0
}

const fn text(bytes: &[u8]) -> &str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("names are written in whole characters"),
    }
}

/// The flat list of parameters that these parts come to.
#[doc(hidden)]
#[macro_export]
macro_rules! __flat {
    ($parts:ident) => {{
        const PARAMS: &[$crate::__private::expansion::__Param] =
            &$crate::__private::expansion::__flat_of::<{ $crate::__private::expansion::__count_of($parts) }>($parts);
        PARAMS
    }};
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
