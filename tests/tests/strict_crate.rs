//! A crate of an author under the strictest lints: expansions cause none of them, documented arguments are no programs
//! to rustdoc, and real examples are.

use std::{path::Path, process::Command};
use toolkit_tests::Directory;

/// The case as a crate of its own, with its dependency on this toolkit filled in.
fn strict() -> Directory {
    let directory = Directory::new("strict");
    let case = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/rust/strict");
    for file in ["src/lib.rs", "src/documented.rs", "src/kept.rs", "src/shapes.rs"] {
        directory.copy(&case.join(file), file);
    }
    let manifest = std::fs::read_to_string(case.join("Cargo.toml")).expect("the case has a manifest");
    let toolkit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../toolkit");
    let dependency = format!("\"{}\", default-features = false", toolkit.display());
    directory.write("Cargo.toml", manifest.replace("\"TOOLKIT_PATH\"", &dependency));
    directory.copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock"), "Cargo.lock");
    directory
}

/// Runs cargo there, off line; what it printed, or a failed test.
fn cargo(directory: &Directory, arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .arg("--offline")
        .current_dir(directory.path())
        .env("CARGO_TARGET_DIR", directory.path().join("target"))
        .env("RUSTDOCFLAGS", "-D warnings")
        .output()
        .expect("cargo runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "cargo {arguments:?}:\n{errors}\n{printed}");
    printed
}

#[test]
fn expansions_cause_no_lint_and_documented_arguments_are_no_programs() {
    let directory = strict();
    let printed = cargo(&directory, &["test"]);
    let examples: Vec<&str> = printed.lines().filter(|line| line.starts_with("test src/")).collect();
    assert_eq!(examples.len(), 2, "only the two fenced examples are run:\n{printed}");
    assert!(printed.contains("tools_may_stand_in_functions ... ok"), "{printed}");
    cargo(&directory, &["doc", "--no-deps"]);
    let page = std::fs::read_to_string(directory.path().join("target/doc/strict/documented/fn.count.html"));
    let page = page.expect("the tool has a page");
    assert!(page.contains("<code>text</code> - What to count in. Spaces count."), "{page}");
    if Command::new(env!("CARGO")).args(["clippy", "--version"]).output().is_ok_and(|output| output.status.success()) {
        cargo(&directory, &["clippy", "--all-targets"]);
    } else {
        eprintln!("clippy is not installed, so its lints were not asked");
    }
}
