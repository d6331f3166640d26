//! What does not compile, and what the compiler says then: one mistake a file, the file named for it, and one file
//! with many. `TRYBUILD=overwrite` writes what is said now.

use std::process::Command;

/// Compilers word their own part of an error as they like; the files hold the words of this one.
const PINNED: &str = "rustc 1.95.";

#[test]
fn each_mistake_is_one_error_that_says_what_to_write() {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("--version").output().expect("cargo ran, so rustc does");
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    if !version.starts_with(PINNED) {
        eprintln!("skipped: the errors in `ui/` are those of {PINNED}x, and this is {}", version.trim());
        return;
    }
    let cases = trybuild::TestCases::new();
    cases.compile_fail("ui/*.rs");
    cases.compile_fail("ui/*/*.rs");
}
