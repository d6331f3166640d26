//! The pairs among the examples say the same: entries, answers and error texts differ in the stem alone.

#![cfg(feature = "python")]

use serde_json::json;
use std::path::Path;
use toolkit_tests::Client;

const PAIRS: [(&str, &str); 2] = [("text", "words"), ("counter", "tally")];

fn server() -> Client {
    let harness = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");
    Client::start(Path::new(env!("CARGO_BIN_EXE_mixed")), &["serve", "--stdio", harness])
}

#[test]
fn the_pairs_have_the_same_catalog_entries() {
    let mut client = server();
    let list = client.request("tools/list", json!({}));
    let tools = list.value["result"]["tools"].as_array().cloned().unwrap_or_default();
    for (rust, python) in PAIRS {
        let of = |stem: &str| -> Vec<String> {
            let mine =
                tools.iter().filter(|tool| tool["name"].as_str().is_some_and(|n| n.starts_with(&format!("{stem}__"))));
            mine.map(|tool| tool.to_string().replace(&format!("\"{stem}__"), "\"")).collect()
        };
        assert!(of(rust).len() > 1, "{rust} has tools: {}", list.line);
        assert_eq!(of(rust), of(python));
    }
}

#[test]
fn the_pairs_give_the_same_answers() {
    let mut client = server();
    for (pair, tool, arguments) in [
        (0, "count", json!({"text": "A a b", "needle": "a"})),
        (0, "count", json!({"text": "A a b", "needle": "a", "ignore_case": true})),
        (0, "count", json!({"text": "A a b", "needle": ""})),
        (0, "count", json!({"txt": "A a b"})),
        (0, "slug", json!({"title": " One Day, Twice! "})),
        (0, "slug", json!({"title": "One Day", "separator": "_"})),
        (0, "longest", json!({"lines": ["a", "bcd", "efg"]})),
        (0, "longest", json!({"lines": ["a", "bcd", "efg"], "at_most": 2})),
        (0, "longest", json!({"lines": []})),
        (0, "pause", json!({})),
        (0, "pause", json!({"seconds": 11})),
        (1, "add", json!({})),
        (1, "add", json!({"amount": -5})),
        (1, "total", json!({})),
    ] {
        let (rust, python) = PAIRS[pair];
        let from_rust = client.call(&format!("{rust}__{tool}"), &arguments).raw_result();
        let from_python = client.call(&format!("{python}__{tool}"), &arguments).raw_result();
        assert_eq!(from_rust.replace(&format!("{rust}__"), ""), from_python.replace(&format!("{python}__"), ""));
    }
}

#[test]
fn what_only_one_language_has_is_served_beside() {
    let mut client = server();
    assert_eq!(client.call("primes__count", &json!({"below": 100})).text(), "25");
    let table = client.call("table__summarise", &json!({"text": "a\n1\n2\n", "column": "a"}));
    assert_eq!(table.value["result"]["structuredContent"], json!({"rows": 2, "mean": 1.5, "least": 1.0, "most": 2.0}));
}
