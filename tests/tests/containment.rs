//! Whatever a tool does, the answer comes at the bound, the protocol stays clean, and the next calls are served.

#![cfg(feature = "python")]

use serde_json::json;
use std::{
    path::Path,
    time::{Duration, Instant},
};
use toolkit_tests::{Client, descendants};

const BOUND: Duration = Duration::from_secs(1);
const LATEST: Duration = Duration::from_millis(1_100);

fn server() -> Client {
    let harness = concat!(env!("CARGO_MANIFEST_DIR"), "/hazards");
    let mut client =
        Client::start(Path::new(env!("CARGO_BIN_EXE_hazards")), &["serve", "--stdio", "--timeout", "1", harness]);
    assert_eq!(client.call("calm__quick", &json!({"n": 7})).text(), "7");
    client
}

/// Ten calls of each kind that have nothing to do with what went before.
fn ten_quick_calls(client: &mut Client, after: &str) {
    for n in 0..10 {
        for tool in ["calm__quick", "calm__later", "rusty__quick"] {
            let begun = Instant::now();
            let answer = client.call(tool, &json!({"n": n}));
            assert_eq!(answer.text(), n.to_string(), "{tool} after {after}: {}", answer.line);
            assert!(begun.elapsed() < LATEST, "{tool} after {after} took {:?}", begun.elapsed());
        }
    }
    assert!(client.noise.is_empty(), "after {after} standard output held {:?}", client.noise);
}

/// Calls a tool; checks when the answer came and how it begins; then ten quick calls.
fn survives(client: &mut Client, tool: &str, begins: &str, at_the_bound: bool) {
    let begun = Instant::now();
    let answer = client.call(tool, &json!({}));
    let took = answer.at.duration_since(begun);
    assert!(took <= LATEST, "{tool} was answered after {took:?}");
    if at_the_bound {
        assert!(took >= BOUND, "{tool} was answered after {took:?}, before its bound");
    }
    assert!(answer.text().starts_with(begins), "{tool} answered {}", answer.line);
    ten_quick_calls(client, tool);
}

const TIMEOUT: &str = "TimeoutError: tool call exceeded 1s";

#[test]
fn a_python_tool_that_hangs_is_answered_at_the_bound() {
    let mut client = server();
    for tool in ["spin", "sleep", "regex", "add_up", "power", "read", "child", "lock", "swallow", "doze", "block"] {
        survives(&mut client, &format!("deadly__{tool}"), TIMEOUT, true);
    }
    assert!(client.close().success());
}

#[test]
fn a_python_tool_that_ends_its_process_costs_its_own_call() {
    let mut client = server();
    for tool in ["leave", "crash", "abort", "kill"] {
        survives(&mut client, &format!("deadly__{tool}"), "", false);
        let answer = client.call(&format!("deadly__{tool}"), &json!({}));
        assert!(answer.is_error(), "{tool}: {}", answer.line);
    }
    ten_quick_calls(&mut client, "all of them");
    assert!(client.close().success());
}

#[test]
fn a_python_tool_that_takes_all_memory_gets_no_more_than_its_worker_may_have() {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_hazards"));
    command.args(["serve", "--stdio", "--timeout", "10", concat!(env!("CARGO_MANIFEST_DIR"), "/hazards")]);
    let mut client = Client::of(command.env("TOOLKIT_WORKER_MEMORY", "1024"));
    let answer = client.call("deadly__hunger", &json!({}));
    assert_eq!(answer.text(), "MemoryError: ", "{}", answer.line);
    assert_eq!(client.call("calm__quick", &json!({"n": 1})).text(), "1");
}

#[test]
fn a_python_tool_that_raises_or_makes_noise_is_an_ordinary_answer() {
    let mut client = server();
    for (tool, begins) in [
        ("quit", "SystemExit: bye"),
        ("recurse", "RecursionError: "),
        ("fork", "parent"),
        ("shout", "shouted"),
        ("hush", "hushed"),
        ("shout", "shouted"),
        ("listen", ""),
        ("wander", "/"),
    ] {
        let tool = format!("deadly__{tool}");
        // after `hush` there may be no standard output left to shout to: then the tool fails, and only the tool
        let begins = if tool == "deadly__shout" && begins == "shouted" { "" } else { begins };
        survives(&mut client, &tool, begins, false);
    }
    assert!(client.close().success());
}

#[test]
fn a_rust_tool_that_hangs_panics_or_prints_is_survived() {
    let mut client = server();
    for (tool, begins, at_the_bound) in [
        ("panics", "Panic: the shelf is empty", false),
        ("panics_later", "Panic: the shelf is still empty", false),
        ("prints", "printed", false),
        ("spins", TIMEOUT, true),
        ("sleeps", TIMEOUT, true),
        ("blocks", TIMEOUT, true),
        ("blocks", TIMEOUT, true),
        ("blocks", TIMEOUT, true),
        ("sleeps", TIMEOUT, true),
    ] {
        survives(&mut client, &format!("rusty__{tool}"), begins, at_the_bound);
    }
}

#[test]
fn a_hang_holds_up_nobody_who_calls_meanwhile() {
    let mut client = server();
    for tool in ["deadly__sleep", "deadly__spin", "deadly__block", "rusty__sleeps", "rusty__blocks"] {
        let slow = client.post("tools/call", &json!({"name": tool, "arguments": {}}));
        std::thread::sleep(Duration::from_millis(100));
        let begun = Instant::now();
        for n in 0..10 {
            assert_eq!(client.call("calm__quick", &json!({"n": n})).text(), n.to_string());
            assert_eq!(client.call("rusty__quick", &json!({"n": n})).text(), n.to_string());
        }
        assert!(begun.elapsed() < Duration::from_millis(800), "beside {tool} they took {:?}", begun.elapsed());
        let answer = client.answer(slow, Duration::from_secs(3)).unwrap_or_else(|| panic!("{tool} was not answered"));
        assert_eq!(answer.text(), TIMEOUT);
    }
}

#[test]
fn no_process_is_left_behind() {
    let mut client = server();
    let id = client.id();
    client.call("deadly__child", &json!({}));
    client.call("deadly__leave", &json!({}));
    client.call("calm__quick", &json!({}));
    let before = descendants(id);
    assert!(!before.is_empty(), "the worker is a child of the server");
    assert!(client.close().success());
    let until = Instant::now() + Duration::from_secs(2);
    while before.iter().any(|child| Path::new(&format!("/proc/{child}")).exists()) {
        assert!(Instant::now() < until, "still there: {before:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
