//! Give tools to LLM agents: one catalog from Rust and Python, behind one server.

// Expansions start at `::toolkit`, in this crate too.
extern crate self as toolkit;

mod assertion;
mod catalog;
mod constant;
mod context;
mod declared;
mod error;
mod finite;
mod harness;
mod linked;
mod outcome;
mod provider;
mod registry;
mod result;
mod spec;
mod tool_type;

#[cfg(feature = "dispatch")]
mod args;
#[cfg(feature = "cli")]
mod cli;
#[cfg(feature = "dispatch")]
mod deadlines;
#[cfg(feature = "dispatch")]
mod dispatch;
#[cfg(feature = "dispatch")]
mod exec;
#[cfg(feature = "dispatch")]
mod log;
#[cfg(feature = "dispatch")]
mod runs;
#[cfg(feature = "server")]
pub mod server;
#[cfg(feature = "dispatch")]
mod spill;

pub use catalog::{Catalog, Listed};
#[cfg(feature = "cli")]
pub use cli::main;
pub use context::{Context, RunId};
#[cfg(feature = "dispatch")]
pub use dispatch::{Dispatcher, Ended, Options, Reply, Request};
pub use error::{Error, Failure, Report};
pub use linked::tool_names;
#[cfg(feature = "dispatch")]
pub use log::EventLog;
pub use outcome::{Answer, Notes, Outcome};
pub use registry::Registry;
pub use result::{ErrorType, ToolError};
pub use spec::{Annotations, Extras, Origin, ToolSpec};
#[cfg(feature = "dispatch")]
pub use spill::Spill;
pub use tool_type::{Item, ToolType};
/// Fails the build when a tool's input schema is not the one written here, and shows both.
///
/// Descriptions of parameters are compared too. The order of parameters counts, that of keys inside one does not. It
/// stands where items do: in a module, a test, or a constant's block. The tool is named by its own path, not by that
/// of a re-export, and a method as `Shell::run`.
///
/// ```
/// use toolkit::{assert_schema, tool};
///
/// /// Add two numbers.
/// ///
/// /// Args:
/// ///     a: The first.
/// #[tool]
/// fn add(a: i64, #[arg(default = 1)] b: i64) -> i64 {
///     a + b
/// }
///
/// assert_schema!(add, {
///     "type": "object",
///     "properties": {
///         "a": { "type": "integer", "description": "The first." },
///         "b": { "type": "integer", "default": 1 },
///     },
///     "required": ["a"],
/// });
/// ```
pub use toolkit_macros::assert_schema;
/// Makes a function, or the public methods of an `impl` block, tools of every program that links them.
///
/// The tool is called `<file>__<function>`; the first line of its doc comment is its description; its schema follows
/// from the types of its parameters, which [`ToolType`] lists. Parameters are described in an `Args:` block, in a list
/// under `# Arguments`, or in doc comments of their own. It returns anything that implements `Serialize`, or a `Result`
/// of it with any error that can be displayed; see [`ToolError`] and [`ErrorType`].
///
/// | key | where | what |
/// |---|---|---|
/// | `name = ".."` | function, method | replaces the whole name |
/// | `description = ".."` | function, method | replaces the first line of the doc comment |
/// | `timeout = 30` | function, method | the bound on one call, in seconds |
/// | `scope = ".."` | `impl` block | `"call"`: a fresh instance for every call, the default; `"run"`: one for a whole run |
/// | `crate = path` | function, `impl` block | where this crate is, when it is not `::toolkit` |
///
/// Parameters take `#[arg(..)]`:
///
/// | key | what |
/// |---|---|
/// | `default = ..` | a literal, a list of literals, or `None`; a call need not give it |
/// | `rename = ".."` | its name on the wire |
/// | `description = ".."` | its description |
///
/// ```
/// use std::collections::BTreeMap;
/// use toolkit::{ToolError, tool};
///
/// /// Count the words of a text.
/// ///
/// /// Args:
/// ///     text: What to look through.
/// ///     least: Leave out words that come less often.
/// #[tool(timeout = 5)]
/// pub async fn words(text: &str, #[arg(default = 1)] least: usize) -> Result<BTreeMap<String, usize>, ToolError> {
///     if text.is_empty() {
///         return Err(ToolError::new("ValueError", "`text` is empty; give the text itself"));
///     }
///     let mut counts = BTreeMap::new();
///     for word in text.split_whitespace() {
///         *counts.entry(word.to_owned()).or_default() += 1;
///     }
///     counts.retain(|_, count| *count >= least);
///     Ok(counts)
/// }
/// ```
///
/// An `impl` block's public methods are its tools; when some carry a `#[tool]` of their own, only those. They take
/// `&self`, `&mut self` or no receiver. `new()` makes the instance, or `Default` where there is no `new`; it is no tool.
/// The block's doc comment ends each description. A file holds one tool impl, and functions beside it.
///
/// ```
/// use toolkit::tool;
///
/// #[derive(Default)]
/// pub struct Tally {
///     seen: u64,
/// }
///
/// /// The tally lasts as long as the conversation.
/// #[tool(scope = "run")]
/// impl Tally {
///     /// Add to the tally and read it.
///     pub fn add(&mut self, by: u64) -> u64 {
///         self.seen += by;
///         self.seen
///     }
/// }
/// ```
pub use toolkit_macros::tool;
pub use toolkit_rules as rules;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

/// What a source of tools implements: linked Rust tools, Python trees, connected servers.
pub mod providers {
    pub use crate::provider::{
        Arguments, Asked, Call, CallId, Cut, Done, Factory, Harness, Listing, Offered, Open, ProcessRole, Provider,
        Settings,
    };
}
