//! `ctx.tool` in all four directions, over a server: instances are those of the run, failures keep their type, bounds are
//! shared, and nothing waits for ever.

#![cfg(feature = "python")]

use serde_json::{Value, json};
use std::{
    path::Path,
    time::{Duration, Instant},
};
use toolkit_tests::Client;

fn start() -> Client {
    let tree = concat!(env!("CARGO_MANIFEST_DIR"), "/across");
    Client::start(
        Path::new(env!("CARGO_BIN_EXE_across")),
        &["serve", "--stdio", tree, "--timeout", "20", "--log", "off"],
    )
}

fn said(client: &mut Client, tool: &str, arguments: Value) -> String {
    client.call(tool, &arguments).text().to_owned()
}

#[test]
fn each_language_asks_for_both_on_the_instances_of_the_run() {
    let mut client = start();
    let mut sums = json!({ "ledger": 0, "notebook": 0 });
    for asker in
        ["clerk__ask", "clerk__ask_later", "scribe__ask", "scribe__ask_later", "scribe__ask_on_a_thread", "plain__ask"]
    {
        for stem in ["ledger", "notebook"] {
            let sum = sums[stem].as_i64().unwrap_or_default() + 3;
            sums[stem] = json!(sum);
            assert_eq!(said(&mut client, asker, json!({ "stem": stem, "n": 3 })), sum.to_string(), "{asker} {stem}");
        }
    }
    assert_eq!(said(&mut client, "scribe__attribute", json!({})), "18");
    assert_eq!(said(&mut client, "ledger__add", json!({ "n": 0 })), "18");
    assert_eq!(said(&mut client, "clerk__same_run", json!({})), "true");
    assert_eq!(
        said(&mut client, "scribe__handle", json!({ "stem": "ledger" })),
        r#"["<the tools of 'ledger'>","add"]"#
    );
}

#[test]
fn calls_go_there_and_back_through_both_languages() {
    let mut client = start();
    for (tool, arguments, expected) in [
        ("clerk__relay", json!({ "via": "scribe", "stem": "ledger", "n": 1 }), "1"),
        ("scribe__relay", json!({ "via": "clerk", "stem": "notebook", "n": 1 }), "1"),
        (
            "plain__gather",
            json!({ "stem": "ledger", "n": 20 }),
            "[2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21]",
        ),
        (
            "clerk__relay",
            json!({ "via": "scribe", "stem": "clerk", "n": 1 }),
            "AttributeError: `clerk` has no method `add`; it has `ask`, `ask_later`, `relay`, `same_run`",
        ),
    ] {
        assert_eq!(said(&mut client, tool, arguments), expected, "{tool}");
    }
}

#[test]
fn what_cannot_be_asked_for_says_why() {
    let mut client = start();
    for (tool, stem, expected) in [
        ("clerk__ask", "clerk", "ValueError: `clerk` cannot ask for itself; use its own instance"),
        ("scribe__ask", "scribe", "ValueError: `scribe` cannot ask for itself; use its own instance"),
        (
            "clerk__ask",
            "plain",
            "LookupError: `plain` is a file of functions, which have no instance; call its functions themselves",
        ),
        (
            "scribe__ask",
            "plain",
            "LookupError: `plain` is a file of functions, which have no instance; call its functions themselves",
        ),
        ("clerk__ask", "notebok", "LookupError: no file of tools is called `notebok`; did you mean `notebook`?"),
        ("scribe__ask", "leger", "LookupError: no file of tools is called `leger`; did you mean `ledger`?"),
        ("scribe__ask_later", "leger", "LookupError: no file of tools is called `leger`; did you mean `ledger`?"),
    ] {
        assert_eq!(said(&mut client, tool, json!({ "stem": stem, "n": 1 })), expected, "{tool}");
    }
    assert_eq!(
        said(&mut client, "mirror_a__look", json!({})),
        "RecursionError: the constructors of `mirror_a` and `mirror_b` ask for each other; let one of them ask in a method"
    );
}

#[test]
fn a_failure_is_an_exception_of_its_type() {
    let mut client = start();
    let said = said(&mut client, "scribe__caught", json!({ "n": 1 }));
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(
        lines,
        [
            "Error(RuntimeError): the ledger is closed",
            "TypeError(TypeError): ledger__add: \"n\" must be an integer, got the string \"many\"",
            "TypeError(Exception): ledger.add takes 2 arguments, got 3; its parameters are ['n', 'note']",
            "TypeError(Exception): ledger.add got `n` twice, by its place and by its name; leave one out",
            "AttributeError(Exception): `ledger` has no method `subtract`; it has `add`",
            "TypeError(TypeError): the call of `ledger.add` has an `object` at `.n`, which has no JSON form; hand over a dict, a list, a text, a number, a boolean or `None`",
            "TypeError(Exception): `ctx.tool` takes the name of a file of tools, not int; write ctx.tool(\"shell\")",
        ]
    );
}

#[test]
fn what_is_asked_for_shares_the_bound_and_nobody_waits_for_ever() {
    let tree = concat!(env!("CARGO_MANIFEST_DIR"), "/across");
    let program = Path::new(env!("CARGO_BIN_EXE_across"));
    let mut client = Client::start(program, &["serve", "--stdio", tree, "--timeout", "3", "--log", "off"]);
    // the files are loaded, so that the bound is the call's alone
    assert_eq!(said(&mut client, "notebook__add", json!({ "n": 0 })), "0");
    let begun = Instant::now();
    assert_eq!(said(&mut client, "plain__nap_beyond", json!({})), "TimeoutError: tool call exceeded 3s");
    assert!(begun.elapsed() < Duration::from_millis(3300), "{:?}", begun.elapsed());
    let begun = Instant::now();
    assert_eq!(said(&mut client, "scribe__ask", json!({ "stem": "ledger", "n": 1 })), "1");
    assert!(begun.elapsed() < Duration::from_millis(400), "{:?}", begun.elapsed());
    assert_eq!(client.noise, Vec::<String>::new());
}
