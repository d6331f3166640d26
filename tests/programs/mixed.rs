//! The Rust half of the examples, for clients that want both languages.

#[path = "../../examples/src/tools/mod.rs"]
mod tools;

#[cfg(feature = "python")]
use pyshim as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    toolkit::main()
}
