//! One tool as data: its catalog entry, what a call is checked against, and where it was written.
//!
//! A Rust tool's is a constant, a Python tool's is made when its file loads; nothing downstream tells them apart.
//! Nothing here does I/O or knows how the tool is called.

use std::time::Duration;
use toolkit_rules::{Held, Param, Schema, Scope};

/// One tool: the model-facing three, its parameters, and its place in the source.
#[derive(Clone, Debug)]
pub struct ToolSpec {
    /// The whole name, `<stem>__<function>`.
    pub name: Held<str>,
    /// What the model reads about it; empty when the author wrote nothing.
    pub description: Held<str>,
    /// The author wrapped the first sentence of the doc text, and the model sees its first line only.
    pub wrapped: bool,
    /// What a call is checked against, in signature order.
    pub params: Held<[Param]>,
    /// How long the instance behind it lives.
    pub scope: Scope,
    /// The input schema as JSON text.
    pub schema: Held<str>,
    /// The catalog entry as JSON text: `{"name","description","input_schema","scope"}`.
    pub entry: Held<str>,
    /// Where it was written.
    pub origin: Origin,
    /// Its own bound on a call, before the server's and after the call's.
    pub bound: Option<Duration>,
    /// What the author said about it beyond the catalog entry.
    pub extras: Extras,
}

impl ToolSpec {
    /// The longer guidance for a system prompt; the description where the author wrote none.
    #[must_use]
    pub fn usage(&self) -> &str {
        if self.extras.usage.is_empty() { &self.description } else { &self.extras.usage }
    }

    /// What an agent's list names to have it: `system:NAME`, `tools/FILE.rs` or `tools/FILE.py`.
    #[must_use]
    pub fn source(&self) -> String {
        match &self.extras.service {
            Some(service) => format!("system:{service}"),
            None if self.origin.package.is_empty() => format!("tools/{}.py", self.origin.stem),
            None => format!("tools/{}.rs", self.origin.stem),
        }
    }
}

/// What a catalog entry does not say: hints for clients, longer guidance, where the tool runs and belongs.
#[derive(Clone, Debug, PartialEq)]
pub struct Extras {
    /// MCP's hints about what a call does.
    pub annotations: Annotations,
    /// Longer guidance for a system prompt; empty when there is none, and the description stands in.
    pub usage: Held<str>,
    /// Its name in its class or impl block; a function has none.
    pub method: Option<Held<str>>,
    /// Its author says that it may run at once with other tools of one run.
    pub parallel_safe: bool,
    /// The service it belongs to: an agent's list names it as `system:NAME`.
    pub service: Option<Held<str>>,
    /// It runs in a worker process, so that a crash ends that process and not the program.
    pub isolated: bool,
    /// What its result is, when it says so: it returns [`Json`](crate::Json).
    pub output: Option<Held<Schema>>,
}

impl Extras {
    /// Nothing was said.
    pub const NONE: Self = Self {
        annotations: Annotations::NONE,
        usage: Held::Static(""),
        method: None,
        parallel_safe: false,
        service: None,
        isolated: false,
        output: None,
    };
}

/// MCP's tool annotations: hints, of which each may be left open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotations {
    /// A name for people.
    pub title: Option<Held<str>>,
    /// It changes nothing.
    pub read_only: Option<bool>,
    /// It may destroy what was there.
    pub destructive: Option<bool>,
    /// Calling it twice with the same arguments does no more than calling it once.
    pub idempotent: Option<bool>,
    /// It deals with things outside: the web, other people.
    pub open_world: Option<bool>,
}

impl Annotations {
    /// All is left open.
    pub const NONE: Self = Self { title: None, read_only: None, destructive: None, idempotent: None, open_world: None };
}

/// Where a tool was written. Catalogs are ordered by stem, crate, line, column and place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The file as the compiler or the loader names it.
    pub file: Held<str>,
    /// The first half of the tool's name.
    pub stem: Held<str>,
    /// The crate it is compiled in; empty for Python.
    pub package: Held<str>,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// Its place among the tools of one macro call or one impl block, from 0.
    pub place: u32,
}

impl Origin {
    /// What catalogs sort by: linkers give no order, sources do.
    #[must_use]
    pub fn order(&self) -> (&str, &str, u32, u32, u32) {
        (&self.stem, &self.package, self.line, self.column, self.place)
    }
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(package: &'static str, usage: &'static str, service: Option<&'static str>) -> ToolSpec {
        ToolSpec {
            name: Held::Static("notes__write"),
            description: Held::Static("Write one note."),
            wrapped: false,
            params: Held::Static(&[]),
            scope: Scope::Call,
            schema: Held::Static(""),
            entry: Held::Static(""),
            origin: Origin {
                file: Held::Static("src/tools/notes.rs"),
                stem: Held::Static("notes"),
                package: Held::Static(package),
                line: 1,
                column: 1,
                place: 0,
            },
            bound: None,
            extras: Extras { usage: Held::Static(usage), service: service.map(Held::Static), ..Extras::NONE },
        }
    }

    #[test]
    fn a_source_is_a_service_or_a_file_of_tools() {
        for (package, service, expected) in
            [("app", None, "tools/notes.rs"), ("", None, "tools/notes.py"), ("app", Some("memory"), "system:memory")]
        {
            assert_eq!(spec(package, "", service).source(), expected);
        }
    }

    #[test]
    fn the_description_stands_in_for_a_usage_that_nobody_wrote() {
        assert_eq!(spec("app", "", None).usage(), "Write one note.");
        assert_eq!(spec("app", "Use it often.", None).usage(), "Use it often.");
    }
}
