//! A program without tools of its own: what it serves lies in the directory it is given.

#[cfg(feature = "python")]
use pyshim as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    toolkit::main()
}
