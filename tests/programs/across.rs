//! Rust tools that ask for tools of both languages.
#![allow(missing_docs, reason = "the tools are written as an author would, documented for the model")]

#[path = "../across/clerk.rs"]
mod clerk;
#[path = "../across/ledger.rs"]
mod ledger;
#[path = "../across/sleeper.rs"]
mod sleeper;

#[cfg(feature = "python")]
use pyshim as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    toolkit::main()
}
