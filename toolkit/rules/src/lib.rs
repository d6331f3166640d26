//! The rules of a tool's catalog entry, as plain functions and const data: what a name may be, which part of a doc
//! text reaches the model, what a schema looks like as JSON.
//!
//! The macro calls them while it expands, the Python loader while it loads and the registry while it runs, so that
//! the two languages cannot drift apart. Everything that ends up in a catalog entry is a `const fn`: a Rust tool's
//! entry is computed by the compiler.
//!
//! Nothing here reads a file, knows a protocol or depends on another crate.

#[macro_use]
mod out;
mod digits;
pub mod docs;
pub mod held;
pub mod names;
pub mod numbers;
pub mod schema;

pub use held::Held;
pub use out::{Out, json_string, separated};
pub use schema::{Foreign, IntRange, Literal, Misread, Param, Schema, Scope, entry, input_schema};
