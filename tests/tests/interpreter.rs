//! The interpreter that runs the Python files is the one that was asked for when the program was built.

#![cfg(feature = "python")]

use serde_json::{Value, json};
use std::{path::Path, process::Command};
use toolkit_tests::{Client, Directory};

/// The interpreter of the build: what `PYO3_PYTHON` names, else the `python3` that is found first.
fn asked_for() -> Value {
    let python = std::env::var("PYO3_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let facts = "import json, sys; print(json.dumps([sys.version, sys.base_prefix]))";
    let output = Command::new(python).args(["-c", facts]).output().expect("the interpreter runs");
    serde_json::from_slice(&output.stdout).expect("it prints JSON")
}

#[test]
fn the_interpreter_that_runs_is_the_one_that_was_asked_for() {
    let harness = Directory::new("interpreter");
    harness.write(
        "tools/who.py",
        "import os\nimport sys\n\n\ndef am_i() -> list:\n    \"\"\"Tell which Python this is.\"\"\"\n    return [sys.version, sys.base_prefix]\n\n\ndef parent() -> int:\n    \"\"\"Tell whose child this is.\"\"\"\n    return os.getppid()\n",
    );
    let path = harness.path().to_string_lossy().into_owned();
    let mut client = Client::start(Path::new(env!("CARGO_BIN_EXE_stock")), &["serve", "--stdio", &path]);
    let answer = client.call("who__am_i", &json!({}));
    let told: Value = serde_json::from_str(answer.text()).expect("a list is JSON");
    assert_eq!(told, asked_for());
    let parent = client.call("who__parent", &json!({}));
    assert_eq!(parent.text(), client.id().to_string(), "Python runs beside the server, not inside it");
}

#[test]
fn an_interpreter_that_does_not_start_is_a_reason_with_the_way_out() {
    let harness = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");
    let run = |program: &str, words: &[&str]| {
        let mut command = Command::new(program);
        let output = command.args(words).env("PYTHONHOME", "/nowhere").output().expect("the program runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, said) = run(env!("CARGO_BIN_EXE_stock"), &["list", harness]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("tools/: Python ") && said.contains("unset `PYTHONHOME`"), "{said}");

    let (code, said) = run(env!("CARGO_BIN_EXE_stock"), &["call", harness, "words__slug", r#"{"title": "a"}"#]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("ImportError: Python ") && said.contains("unset `PYTHONHOME`"), "{said}");

    let (code, said) = run(env!("CARGO_BIN_EXE_mixed"), &["call", harness, "text__slug", r#"{"title": "a"}"#]);
    assert_eq!(code, Some(0), "what is linked is served all the same: {said}");
}
