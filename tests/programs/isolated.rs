//! Rust tools that end their process, in a program without Python.

#[path = "../hazards/doomed.rs"]
mod doomed;
#[path = "../hazards/kept.rs"]
mod kept;
#[path = "../hazards/rusty.rs"]
mod rusty;

use std::process::ExitCode;

fn main() -> ExitCode {
    toolkit::main()
}
