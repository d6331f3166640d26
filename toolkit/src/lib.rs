//! Give tools to LLM agents: one catalog from Rust and Python, behind one server.
//!
//! A tool is a function with a name, one line of description and a schema that follows from its signature. A model
//! reads nothing else of it, and an error's text when it got something wrong.
//!
//! # The first tool
//!
//! ```
//! use toolkit::tool;
//!
//! /// Repeat a text.
//! ///
//! /// Args:
//! ///     text: What to repeat.
//! ///     times: How often.
//! #[tool]
//! fn repeat(text: &str, #[arg(default = 2)] times: usize) -> String {
//!     text.repeat(times)
//! }
//! ```
//!
//! [`#[tool]`](macro@tool) has all keys, with examples. The types that it takes are those of [`ToolType`]; the derive of
//! that name makes a type of your own one. What is not in its table is a compile error that says what to write.
//!
//! # The first program
//!
//! ```no_run
//! # #[cfg(feature = "cli")]
//! fn main() -> std::process::ExitCode {
//!     toolkit::main()
//! }
//! # #[cfg(not(feature = "cli"))]
//! # fn main() {}
//! ```
//!
//! serves every tool that is linked into it, over MCP and a plainer wire, and lists, checks and calls them from the
//! command line. `Server::builder()` is the same with what a program puts in: state, a directory, bounds. Tools of
//! another crate are linked by one line, `use that_crate as _;`, and [`tool_names`] says what is there. Python files in
//! a directory's `tools/` are served by a program that says `use pyshim as _;`.
//!
//! # Where to go
//!
//! | to | see |
//! |---|---|
//! | write tools | [`#[tool]`](macro@tool), the derive of [`ToolType`] |
//! | return results and errors | [`tool`](macro@tool#results), [`Json`], [`Content`], [`ToolError`], [`ErrorType`] |
//! | keep state, know the caller, call other tools | [`State`], [`Context`], [`Handle`] |
//! | hold schemas in tests | [`assert_schema!`], [`assert_catalog!`] |
//! | call tools in tests | `toolkit::testing` |
//! | serve them | `toolkit::main`, `Server::builder()`, `toolkit::server` |
//! | call them in process | [`Registry`], `Dispatcher` |
//! | bring tools from elsewhere | [`providers`] |
//!
//! # Features
//!
//! `cli` (the command line) has `server` (MCP over stdio and HTTP), which has `dispatch` (calls in process, and
//! `toolkit::testing`); `schemars` takes parameters whose types are foreign. All are on by default. A crate that only
//! holds tools takes `default-features = false` and compiles no server.

// Expansions start at `::toolkit`, in this crate too.
extern crate self as toolkit;

mod assertion;
mod catalog;
mod committed;
mod constant;
mod constructed;
mod content;
mod context;
mod declared;
mod derived;
mod error;
mod finite;
mod foreign;
mod given;
mod handle;
mod harness;
mod linked;
mod outcome;
mod parts;
mod provider;
mod registry;
mod result;
#[cfg(any(feature = "dispatch", feature = "schemars"))]
mod schema_text;
mod secrets;
mod spec;
mod states;
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
mod isolate;
#[cfg(feature = "dispatch")]
mod log;
#[cfg(feature = "server")]
mod program;
#[cfg(feature = "dispatch")]
mod runs;
#[cfg(feature = "server")]
pub mod server;
#[cfg(feature = "dispatch")]
mod spill;
#[cfg(feature = "dispatch")]
pub mod testing;
#[cfg(all(feature = "dispatch", unix))]
#[doc(hidden)]
pub mod workers;

pub use catalog::{Catalog, Listed};
#[cfg(feature = "cli")]
pub use cli::main;
pub use content::{Audio, Content, Image, Resource};
pub use context::{Context, Method, RunId};
#[cfg(feature = "dispatch")]
pub use dispatch::{Dispatcher, Ended, Options, Reply, Request};
pub use error::{Error, Failure, Report};
pub use handle::Handle;
pub use linked::tool_names;
#[cfg(feature = "dispatch")]
pub use log::EventLog;
pub use outcome::{Answer, Form, Notes, Outcome};
#[cfg(feature = "server")]
pub use program::{Server, ServerBuilder};
pub use registry::Registry;
pub use result::{ErrorType, Json, ToolError};
pub use secrets::Secret;
pub use spec::{Annotations, Extras, Origin, ToolSpec};
#[cfg(feature = "dispatch")]
pub use spill::Spill;
pub use states::State;
pub use tool_type::{Item, NoDefault, ToolType};
/// Makes a type of your own one that tools take: its schema is what serde reads for it, known while it compiles.
///
/// | type | schema |
/// |---|---|
/// | an enum of variants without data | `{"type":"string","enum":[..]}`, in the order of the variants |
/// | the same with `#[tool_type(integer)]` | `{"type":"integer","enum":[..]}` of the numbers that are written |
/// | a struct with named fields | an object of these members; `Option` and `#[serde(default)]` are not required |
/// | a struct of one field, or `#[serde(transparent)]` | what the field is |
///
/// The doc comment of a field, up to its first blank line, is the member's description. What changes the names that
/// serde reads changes the schema: `rename`, `rename_all`, `default`, `skip`. What no fixed schema can say is a
/// compile error that says what to write: `flatten`, `alias`, tags, `with`, `from`, generics, data in a variant, a type
/// that holds itself. Members that are not in the schema are refused, whether `deny_unknown_fields` is written or not.
///
/// ```
/// use serde::Deserialize;
/// use toolkit::{ToolType, assert_schema, tool};
///
/// #[derive(Clone, Copy, Deserialize, ToolType)]
/// #[serde(rename_all = "snake_case")]
/// enum Unit {
///     Metre,
///     NauticalMile,
/// }
///
/// #[derive(Deserialize, ToolType)]
/// struct Distance {
///     /// How many of them.
///     amount: f64,
///     unit: Option<Unit>,
/// }
///
/// /// Convert a distance.
/// #[tool]
/// fn convert(distance: Distance, #[arg(default = Unit::Metre)] to: Unit) -> f64 {
///     let metres = |unit| match unit {
///         Unit::Metre => 1.0,
///         Unit::NauticalMile => 1852.0,
///     };
///     distance.amount * metres(distance.unit.unwrap_or(Unit::Metre)) / metres(to)
/// }
///
/// assert_schema!(convert, {
///     "type": "object",
///     "properties": {
///         "distance": {
///             "type": "object",
///             "properties": {
///                 "amount": { "type": "number", "description": "How many of them." },
///                 "unit": { "type": "string", "enum": ["metre", "nautical_mile"] },
///             },
///             "required": ["amount"],
///         },
///         "to": { "type": "string", "enum": ["metre", "nautical_mile"], "default": "metre" },
///     },
///     "required": ["distance"],
/// });
/// ```
///
/// | key | where | what |
/// |---|---|---|
/// | `integer` | enum | calls give the numbers of the variants; the derive reads them too, in place of serde's, which reads names |
/// | `crate = path` | type | where this crate is, when it is not `::toolkit` |
/// | `default = ..` | field | what a call that leaves the member out gives, shown in the schema; as in `#[arg(default = ..)]` |
/// | `description = ".."` | field | its description, in place of the doc comment |
///
/// `#[serde(default)]` alone makes a member optional and shows no default: what a function would return is not known
/// while it compiles.
///
/// ```
/// use serde::Deserialize;
/// use toolkit::{ToolType, assert_schema, tool};
///
/// #[derive(ToolType)]
/// #[tool_type(integer)]
/// enum Priority {
///     Low = 1,
///     High = 10,
/// }
///
/// #[derive(Deserialize, ToolType)]
/// struct Task {
///     priority: Priority,
///     #[tool_type(default = 1)]
///     times: u32,
///     #[serde(default)]
///     tags: Vec<String>,
/// }
///
/// /// Queue a task.
/// #[tool]
/// fn queue(task: Task) -> String {
///     format!("{}x, at {}, {} tags", task.times, task.priority as u8, task.tags.len())
/// }
///
/// assert_schema!(queue, {
///     "type": "object",
///     "properties": {
///         "task": {
///             "type": "object",
///             "properties": {
///                 "priority": { "type": "integer", "enum": [1, 10] },
///                 "times": { "type": "integer", "default": 1 },
///                 "tags": { "type": "array", "items": { "type": "string" } },
///             },
///             "required": ["priority"],
///         },
///     },
///     "required": ["task"],
/// });
/// ```
///
/// A type that serde reads in a way of its own (`try_from`, a `Deserialize` by hand) says its schema by hand, and what a
/// default of it is written as:
///
/// ```
/// use serde::Deserialize;
/// use toolkit::{ToolType, rules::Schema, tool};
///
/// #[derive(Deserialize)]
/// #[serde(try_from = "String")]
/// struct Hour(u8);
///
/// impl TryFrom<String> for Hour {
///     type Error = std::num::ParseIntError;
///
///     fn try_from(text: String) -> Result<Self, Self::Error> {
///         text.trim_end_matches(":00").parse().map(Self)
///     }
/// }
///
/// impl ToolType for Hour {
///     const SCHEMA: Schema = <String as ToolType>::SCHEMA;
///     type Const = &'static str;
/// }
///
/// /// Say what the sky is like.
/// #[tool]
/// fn sky(#[arg(default = "12:00")] hour: Hour) -> &'static str {
///     if (6..20).contains(&hour.0) { "bright" } else { "dark" }
/// }
/// ```
#[doc(inline)]
pub use toolkit_macros::ToolType;
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
/// under `# Arguments`, or in doc comments of their own. What it may return is told below, under [Results](#results).
///
/// # Keys
///
/// | key | where | what |
/// |---|---|---|
/// | `name = ".."` | function, method | replaces the whole name |
/// | `description = ".."` | function, method | replaces the first line of the doc comment |
/// | `usage = ".."` | function, method | longer guidance, for a system prompt |
/// | `timeout = 30` | function, method | the bound on one call, in seconds |
/// | `title = ".."` | function, method | a name for people |
/// | `read_only` | anywhere | it changes nothing |
/// | `destructive` | anywhere | it may destroy what was there |
/// | `idempotent` | anywhere | calling it twice does no more than calling it once |
/// | `open_world` | anywhere | it deals with things outside: the web, other people |
/// | `parallel_safe` | anywhere | it may run at once with other tools of its run |
/// | `isolate` | function, `impl` block | it runs in a worker process: what ends a process ends that one, and not the server |
/// | `service = ".."` | anywhere | the service it belongs to: an agent's list names it as `system:NAME` |
/// | `scope = ".."` | `impl` block | `"call"`: a fresh instance for every call, the default; `"run"`: one for a whole run |
/// | `crate = path` | function, `impl` block | where this crate is, when it is not `::toolkit` |
///
/// What a block says holds for all of its methods; a method may say otherwise: `read_only = false`. What nobody says is
/// not sent.
///
/// ```
/// use toolkit::tool;
///
/// /// Look a word up in the list.
/// #[tool(
///     name = "lookup",
///     title = "Look up",
///     usage = "Words are looked up as they are written. Ask for the stem when there is no answer.",
///     timeout = 2.5,
///     read_only,
///     open_world = false
/// )]
/// fn find(word: &str) -> Option<usize> {
///     ["one", "two"].iter().position(|known| *known == word)
/// }
/// # assert_eq!(find("two"), Some(1));
/// ```
///
/// # Parameters
///
/// A parameter is required unless its type is an `Option` or it has a default. It takes `#[arg(..)]`:
///
/// | key | what |
/// |---|---|
/// | `default = ..` | what a call that leaves it out gives, shown in the schema: a literal, a constant, a variant, a list of these, or `None` |
/// | `rename = ".."` | its name on the wire |
/// | `description = ".."` | its description |
/// | `flatten` | the members of a struct that derives [`ToolType`] are the parameters |
/// | `schemars` | its type says its schema; see [Foreign types](#foreign-types) |
///
/// [`&Context`](Context) and [`State<T>`](State) are handed over by the program and hidden from the schema.
///
/// ```
/// use serde::Deserialize;
/// use toolkit::{Context, State, ToolType, assert_schema, tool};
///
/// const MOST: usize = 10;
///
/// #[derive(Deserialize, ToolType)]
/// struct Range {
///     /// The first row.
///     from: usize,
///     /// One past the last.
///     to: Option<usize>,
/// }
///
/// struct Table(Vec<String>);
///
/// /// Read rows of the table.
/// #[tool]
/// fn rows(
///     #[arg(flatten)] range: Range,
///     #[arg(default = MOST, rename = "limit", description = "How many at most.")] most: usize,
///     table: State<Table>,
///     ctx: &Context,
/// ) -> Vec<String> {
///     let to = range.to.unwrap_or(table.0.len());
///     let rows = table.0.iter().take(to).skip(range.from).take(most);
///     rows.take_while(|_| !ctx.is_cancelled()).cloned().collect()
/// }
///
/// assert_schema!(rows, {
///     "type": "object",
///     "properties": {
///         "from": { "type": "integer", "description": "The first row." },
///         "to": { "type": "integer", "description": "One past the last." },
///         "limit": { "type": "integer", "description": "How many at most.", "default": 10 },
///     },
///     "required": ["from"],
/// });
/// ```
///
/// An async tool, with its parameters described above it:
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
/// # Impl blocks
///
/// An `impl` block's public methods are its tools; when some carry a `#[tool]` of their own, only those. They take
/// `&self`, `&mut self` or no receiver. `new()` or `new(ctx: &Context)` makes the instance, or `Default` where there is no
/// `new`; it is no tool, and it may fail. The block's doc comment ends each description. A file holds one tool impl, and
/// functions beside it.
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
///
/// # Foreign types
///
/// `#[arg(schemars)]` takes a type of another crate that implements `schemars::JsonSchema` and `serde::Deserialize`. It
/// needs the feature `schemars`.
///
/// ```
/// # #[cfg(feature = "schemars")] {
/// use toolkit::tool;
///
/// // In another crate.
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// struct Filter {
///     field: String,
///     values: Vec<(u8, bool)>,
/// }
///
/// /// Count what passes a filter.
/// #[tool]
/// fn count(#[arg(schemars)] filter: Option<Filter>) -> usize {
///     filter.map_or(0, |filter| filter.values.len() + filter.field.len())
/// }
/// # }
/// ```
///
/// Such a schema is made when the program starts, without references and titles; a type that holds itself has none, and
/// no program with it starts. [`assert_schema!`] does not know it: a test asks [`testing::assert_schema`].
///
/// # Results
///
/// | a tool returns | a model reads |
/// |---|---|
/// | a text | the text as it is |
/// | any other `Serialize` | compact JSON; clients get it as `structuredContent` too |
/// | [`Json<T>`](Json) | the same, and clients know the schema before they call |
/// | [`Image`], [`Audio`], [`Resource`] | just that |
/// | `Vec<Content>` | its parts in order; see [`Content`] |
/// | `Result<_, E>` | one of these, or `<Type>: <message>` |
///
/// `E` is any error that can be displayed. `Type` is what the error says it is, as [`ToolError`] and every [`ErrorType`]
/// do; else the last part of its type's name; and `Error` for texts, boxes and `anyhow`. The message is followed by those
/// of its causes that it does not tell itself: `cannot start: cannot read a.md: permission denied`. Numbers that JSON
/// cannot say, and panics, fail a call too.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use toolkit::{Content, Image, Json, ToolType, tool};
///
/// #[derive(Serialize, Deserialize, ToolType)]
/// struct Size {
///     width: u32,
///     height: u32,
/// }
///
/// /// Measure a PNG file.
/// #[tool]
/// fn measure(path: &str) -> std::io::Result<Json<Size>> {
///     let file = std::fs::read(path)?;
///     let number = |at| file.get(at..at + 4).and_then(|four| four.try_into().ok()).map_or(0, u32::from_be_bytes);
///     Ok(Json(Size { width: number(16), height: number(20) }))
/// }
///
/// /// Show a PNG file.
/// #[tool]
/// fn show(path: &str) -> Result<Vec<Content>, Box<dyn std::error::Error>> {
///     Ok(vec![format!("This is {path}:").into(), Image::png(std::fs::read(path)?).into()])
/// }
/// ```
pub use toolkit_macros::tool;
pub use toolkit_rules as rules;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

/// What a source of tools implements: linked Rust tools, Python trees, connected servers.
pub mod providers {
    pub use crate::context::CallId;
    pub use crate::provider::{
        Arguments, Asked, Call, Cut, Done, Factory, Harness, Listing, Offered, Open, ProcessRole, Provider, Settings,
    };
}
