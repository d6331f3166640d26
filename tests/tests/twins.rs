//! One tool written in Rust and in Python gives the same bytes: the same catalog entry, the same answers, the same
//! error texts. A half without the other fails.

#![cfg(feature = "python")]

use expect_test::expect_file;
use serde::Deserialize;
use serde_json::{Value, value::RawValue};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};
use toolkit_tests::{Client, Directory};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("twins")
}

fn stems(ending: &str) -> BTreeSet<String> {
    let files = fs::read_dir(folder()).expect("tests/twins is there");
    files
        .flatten()
        .filter_map(|file| file.file_name().to_string_lossy().strip_suffix(ending).map(str::to_owned))
        .collect()
}

#[derive(Deserialize)]
struct Listing<'a> {
    #[serde(borrow)]
    tools: Vec<&'a RawValue>,
    errors: Vec<Value>,
}

/// The entries of one stem, byte for byte, in catalog order.
fn entries(program: &str, directory: Option<&Path>) -> Vec<String> {
    let mut command = Command::new(program);
    command.args(["list", "--json"]);
    if let Some(directory) = directory {
        command.arg(directory);
    }
    let output = command.output().expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("a catalog is UTF-8");
    let listing: Listing<'_> = serde_json::from_str(&text).expect("a catalog is JSON");
    assert!(listing.errors.is_empty(), "{:?}", listing.errors);
    listing.tools.iter().map(|entry| entry.get().to_owned()).collect()
}

fn python_half() -> Directory {
    let harness = Directory::new("twins");
    for stem in stems(".py") {
        harness.copy(&folder().join(format!("{stem}.py")), &format!("tools/{stem}.py"));
    }
    harness
}

fn of<'a>(stem: &str, entries: &'a [String]) -> Vec<&'a String> {
    entries.iter().filter(|entry| entry.starts_with(&format!("{{\"name\":\"{stem}__"))).collect()
}

#[test]
fn every_twin_has_both_halves_and_its_calls() {
    assert_eq!(stems(".py"), stems(".rs"));
    assert_eq!(stems(".py"), stems(".calls.json"));
    let program = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/twins.rs"))
        .expect("the program is there");
    for stem in stems(".rs") {
        assert!(program.contains(&format!("mod {stem};")), "tests/programs/twins.rs does not link {stem}.rs");
    }
}

#[test]
fn both_languages_give_the_same_catalog_bytes() {
    let harness = python_half();
    let rust = entries(env!("CARGO_BIN_EXE_twins"), None);
    let python = entries(env!("CARGO_BIN_EXE_stock"), Some(harness.path()));
    for stem in stems(".py") {
        let golden = |entries: &[String]| {
            let lines: Vec<String> = of(&stem, entries).into_iter().cloned().collect();
            format!("[\n{}\n]\n", lines.join(",\n"))
        };
        assert_ne!(of(&stem, &rust).len(), 0, "{stem} is not linked");
        expect_file![folder().join(format!("{stem}.json"))].assert_eq(&golden(&python));
        expect_file![folder().join(format!("{stem}.json"))].assert_eq(&golden(&rust));
    }
    assert_eq!(rust, python, "the order of files and tools");
}

/// One call of a `.calls.json`, and what both halves answer.
#[derive(Deserialize)]
struct Call {
    tool: String,
    #[serde(default)]
    arguments: Option<Box<RawValue>>,
}

#[test]
fn both_languages_answer_the_same_calls_with_the_same_bytes() {
    let harness = python_half();
    let path = harness.path().to_string_lossy().into_owned();
    let mut rust = Client::start(Path::new(env!("CARGO_BIN_EXE_twins")), &["serve", "--stdio"]);
    let mut python = Client::start(Path::new(env!("CARGO_BIN_EXE_stock")), &["serve", "--stdio", &path]);
    for stem in stems(".calls.json") {
        let text = fs::read_to_string(folder().join(format!("{stem}.calls.json"))).expect("the calls can be read");
        let calls: Vec<Call> = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{stem}: {error}"));
        let mut answers = String::new();
        for (at, call) in calls.iter().enumerate() {
            let arguments = call.arguments.as_ref().map_or(String::new(), |raw| format!(",\"arguments\":{raw}"));
            let ask = |client: &mut Client| {
                let id = format!("{stem}-{at}");
                client.send(&format!(
                    r#"{{"jsonrpc":"2.0","id":"{id}","method":"tools/call","params":{{"name":"{}"{arguments}}}}}"#,
                    call.tool
                ));
                client.named_answer(&id).raw_result()
            };
            let (from_rust, from_python) = (ask(&mut rust), ask(&mut python));
            assert_eq!(from_rust, from_python, "{} {arguments}", call.tool);
            answers.push_str(&format!("{}{arguments}\n{from_rust}\n\n", call.tool));
        }
        expect_file![folder().join(format!("{stem}.answers.txt"))].assert_eq(&answers);
    }
}
