//! The published Splox server and this one say the same about the same Python files. The differences that are wanted
//! stand in `tests/clients/witness.py`, each with its reason.

#![cfg(feature = "python")]

use std::path::Path;
use toolkit_tests::{Directory, clients};

fn agrees(harness: &Path) {
    let harness = harness.to_string_lossy();
    let output = clients::run("witness.py", &[&harness, env!("CARGO_BIN_EXE_stock"), "list", "--json", &harness]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("tools, "), "it compared something");
}

#[test]
fn the_examples_are_listed_alike() {
    agrees(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples"));
}

#[test]
fn the_python_halves_of_all_twins_are_listed_alike() {
    let harness = Directory::new("witness");
    let twins = Path::new(env!("CARGO_MANIFEST_DIR")).join("twins");
    for file in std::fs::read_dir(twins).expect("tests/twins is there").flatten() {
        if file.path().extension().is_some_and(|extension| extension == "py") {
            harness.copy(&file.path(), &format!("tools/{}", file.file_name().to_string_lossy()));
        }
    }
    agrees(harness.path());
}
