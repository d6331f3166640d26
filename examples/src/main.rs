//! Tools in both languages, one catalog: the Rust ones are linked in, the Python ones lie in `examples/tools`.
//!
//! `text.rs` and `words.py`, `counter.rs` and `tally.py` are pairs that say the same; `primes.rs` and `table.py` are
//! what each language is for, and `colours.rs` returns more than texts.

mod tools;

use pyshim as _; // reads Python files
use std::process::ExitCode;

fn main() -> ExitCode {
    toolkit::main()
}
