//! Python files in `tools/` as one more source of tools.
//!
//! Python runs beside the server, never inside it: a worker process of the same program holds the interpreter, and
//! what happens there, endless loops and crashes included, ends at most that process.

#[doc(hidden)]
pub mod facts;
#[doc(hidden)]
pub mod lower;
#[doc(hidden)]
pub mod python;
#[doc(hidden)]
pub mod tree;
