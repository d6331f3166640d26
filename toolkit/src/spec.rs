//! One tool as data: its catalog entry, what a call is checked against, and where it was written.
//!
//! A Rust tool's is a constant, a Python tool's is made when its file loads; nothing downstream tells them apart.
//! Nothing here does I/O or knows how the tool is called.

use std::time::Duration;
use toolkit_rules::{Held, Param, Scope};

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
