//! Rust tools that do what tools must not, beside the Python ones in `tests/hazards/tools`.

#[path = "../hazards/rusty.rs"]
mod rusty;

#[cfg(feature = "python")]
use pyshim as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    toolkit::main()
}
