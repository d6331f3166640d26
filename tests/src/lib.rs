//! What several tests use: a client that speaks raw JSON-RPC lines to a server's standard streams and waits with a
//! bound, and harness directories that vanish with the test.
//!
//! It knows nothing of the toolkit's insides: everything here looks from outside.

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

pub mod clients;
mod harness;
mod processes;
mod stdio;

pub use harness::Directory;
pub use processes::descendants;
pub use stdio::{Client, Message};
