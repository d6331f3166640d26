//! The Rust half of every pair in `tests/twins`.
#![allow(missing_docs, reason = "the twins are written as an author would, documented for the model")]

use std::process::ExitCode;

#[path = "../twins/choices.rs"]
mod choices;
#[path = "../twins/containers.rs"]
mod containers;
#[path = "../twins/documented.rs"]
mod documented;
#[path = "../twins/failing.rs"]
mod failing;
#[path = "../twins/fresh.rs"]
mod fresh;
#[path = "../twins/ledger.rs"]
mod ledger;
#[path = "../twins/named.rs"]
mod named;
#[path = "../twins/office.rs"]
mod office;
#[path = "../twins/optional.rs"]
mod optional;
#[path = "../twins/scalars.rs"]
mod scalars;
#[path = "../twins/shell.rs"]
mod shell;

fn main() -> ExitCode {
    toolkit::main()
}
