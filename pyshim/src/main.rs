//! The stock binary: serves a harness of Python files, and holds no tool of its own.

// linked for what it submits
use pyshim as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    toolkit::main()
}
