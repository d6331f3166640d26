//! Tools in a crate that the program mentions in one line, `use pack as _;`: they are linked in every profile and with
//! every linker. Without features, so that nothing of a server is compiled.
//!
//! The whole matrix is slow and runs with `TOOLKIT_LONG=1`; otherwise the first column does.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};
use toolkit_tests::Directory;

const NAMES: &str = "dials__turn\ndials__stop\ngauges__read\n";

/// Copies the workspace of the case, with its dependency on this toolkit filled in.
fn workspace() -> Directory {
    let directory = Directory::new("library");
    copy(&source(), Path::new(""), &directory);
    directory
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/rust/library")
}

fn copy(source: &Path, below: &Path, directory: &Directory) {
    let toolkit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../toolkit");
    let dependency = format!("\"{}\", default-features = false", toolkit.display());
    for entry in fs::read_dir(source.join(below)).expect("the case lies in the package") {
        let path = below.join(entry.expect("the folder can be read").file_name());
        if source.join(&path).is_dir() {
            copy(source, &path, directory);
        } else {
            let text = fs::read_to_string(source.join(&path)).expect("the files are texts");
            let name = path.to_str().expect("their names are texts");
            directory.write(name, text.replace("\"TOOLKIT_PATH\"", &dependency));
        }
    }
}

/// What cargo prints there, when all goes well.
fn cargo(directory: &Directory, arguments: &[&str], flags: &str) -> String {
    let output = run_cargo(directory, arguments, flags);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo {arguments:?} with RUSTFLAGS={flags:?}:\n{errors}");
    String::from_utf8(output.stdout).expect("names are texts")
}

/// Runs cargo there, off line and with the versions that the workspace was built with.
fn run_cargo(directory: &Directory, arguments: &[&str], flags: &str) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    directory.copy(&root.join("Cargo.lock"), "Cargo.lock");
    Command::new(env!("CARGO"))
        .args(arguments)
        .arg("--offline")
        .current_dir(directory.path())
        .env("RUSTFLAGS", flags)
        .env("CARGO_TARGET_DIR", directory.path().join("target"))
        .output()
        .expect("cargo runs")
}

#[test]
fn tools_of_a_mentioned_crate_are_linked_however_the_program_is() {
    let directory = workspace();
    let long = std::env::var_os("TOOLKIT_LONG").is_some_and(|value| value == "1");
    let flags: &[&str] = if long { &["", "-C link-arg=-fuse-ld=lld", "-C link-dead-code=no"] } else { &[""] };
    let profiles: &[&[&str]] = if long { &[&[], &["--release"], &["--profile", "release-fat"]] } else { &[&[]] };
    for flags in flags {
        for profile in profiles {
            let arguments = [&["run", "-q", "-p", "app"], *profile].concat();
            assert_eq!(cargo(&directory, &arguments, flags), NAMES, "{arguments:?} {flags}");
        }
    }
    assert!(cargo(&directory, &["test", "-p", "app"], "").contains("all_three_are_there ... ok"));
    if !long {
        eprintln!("only the dev profile was looked at; TOOLKIT_LONG=1 looks at the others and at lld");
    }
}

#[test]
fn a_crate_that_only_holds_tools_compiles_no_server() {
    let tree = cargo(&workspace(), &["tree", "-p", "pack", "-e", "normal", "--prefix", "none"], "");
    for missing in ["axum", "clap", "libc", "rmcp", "schemars", "tokio"] {
        assert!(!tree.lines().any(|line| line.starts_with(&format!("{missing} "))), "{missing} in\n{tree}");
    }
}

#[test]
fn a_foreign_type_without_the_feature_is_an_error_that_says_what_to_turn_on() {
    let directory = workspace();
    directory.write(
        "pack/src/dials.rs",
        "struct Far;\n\n/// Turn.\n#[toolkit::tool]\nfn turn(#[arg(schemars)] far: Far) {\n    drop(far);\n}\n",
    );
    let output = run_cargo(&directory, &["check", "-q", "-p", "pack", "--color", "never"], "");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    for said in [
        "error[E0277]: `#[arg(schemars)]` needs the feature `schemars` of the crate `toolkit`",
        "pack/src/dials.rs:5:31",
        "write `features = [\"schemars\"]` at `toolkit` in Cargo.toml",
    ] {
        assert!(errors.contains(said), "{said} in\n{errors}");
    }
    assert_eq!(errors.matches("error[").count(), 1, "{errors}");
}
