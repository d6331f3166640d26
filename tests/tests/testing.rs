//! What an author's tests are told: by `toolkit::testing` when a call comes out otherwise than they want, and by
//! `assert_catalog!` when the catalog does.

use serde_json::json;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::{Duration, Instant},
};
use toolkit::{
    Context, State, ToolError, assert_catalog,
    testing::{self, Harness},
    tool,
};

/// Repeat a text.
///
/// Args:
///     text: What to repeat.
#[tool]
fn repeat(text: String, #[arg(default = 2)] times: usize) -> String {
    text.repeat(times)
}

/// Refuse.
#[tool]
fn refuse() -> Result<(), ToolError> {
    Err(ToolError::new("PermissionError", "not today"))
}

/// Never end.
#[tool(timeout = 0.5)]
async fn never() {
    std::future::pending().await
}

/// Never end, and block a thread.
#[tool]
fn stuck() {
    loop {
        std::thread::park();
    }
}

/// Say who is calling.
#[tool]
fn caller(ctx: &Context) -> String {
    let greeting = ctx.state::<&str>().map_or("nothing", |state| *state);
    format!("{} {greeting}", ctx.session_id())
}

struct Greeting(&'static str);

/// Greet whoever reads it.
#[tool]
fn greet(greeting: State<Greeting>) -> String {
    greeting.0.to_owned()
}

#[derive(Default)]
struct Counter(u32);

#[tool(scope = "run")]
impl Counter {
    /// Count.
    pub fn count(&mut self) -> u32 {
        self.0 += 1;
        self.0
    }
}

/// The message of a panic.
fn panicked<T>(test: impl FnOnce() -> T) -> String {
    let payload = catch_unwind(AssertUnwindSafe(test)).err().expect("this panics");
    let text = payload.downcast_ref::<String>().cloned();
    text.or_else(|| payload.downcast_ref::<&str>().map(|text| (*text).to_owned())).expect("panics carry a text")
}

#[test]
fn a_reply_is_what_the_model_reads_and_the_value_behind_it() {
    let reply = testing::call("testing__repeat", json!({"text": "ab", "times": "3"}));
    assert_eq!((reply.text(), reply.value(), reply.file()), ("ababab", json!("ababab"), None));
    #[derive(serde::Serialize)]
    struct Arguments {
        text: &'static str,
    }
    assert_eq!(testing::call("testing__repeat", Arguments { text: "x" }).result(), Ok(json!("xx")));
    assert_eq!(testing::call("testing__refuse", ()).text(), "PermissionError: not today");
    assert_eq!(testing::call("testing__refuse", json!({})).failure().kind, "PermissionError");
    let strict = Harness::new().strict();
    assert_eq!(
        strict.call("testing__repeat", json!({"text": "ab", "times": "3"})).text(),
        "TypeError: testing__repeat: \"times\" must be an integer, got the string \"3\""
    );
    let long = testing::call("testing__repeat", json!({"text": "x", "times": 20_001}));
    let file = long.file().expect("a long result is in a file");
    assert_eq!(std::fs::read_to_string(file).expect("it is there").len(), 20_001);
    assert!(long.text().ends_with(&format!("{}]", file.display())));
    std::fs::remove_file(file).expect("it is ours");
}

#[test]
fn what_a_test_did_not_want_is_named() {
    for (message, test) in [
        (
            "LookupError: unknown tool `testing__repat`, did you mean `testing__repeat`?",
            (|| drop(testing::call("testing__repat", json!({})))) as fn(),
        ),
        ("`testing__refuse` failed: PermissionError: not today", || {
            let _ = testing::call("testing__refuse", json!({})).value();
        }),
        ("`testing__repeat` did not fail; it returned aa", || {
            let _ = testing::call("testing__repeat", json!({"text": "a"})).failure().kind;
        }),
        ("the clock of this harness runs by itself; make it with `Harness::new().paused()`", || {
            Harness::new().advance(Duration::ZERO);
        }),
    ] {
        assert_eq!(panicked(test), message);
    }
}

#[test]
fn a_schema_that_differs_is_shown_as_the_compiler_shows_it() {
    testing::assert_schema(
        "testing__repeat",
        json!({
            "required": ["text"],
            "type": "object",
            "properties": {
                "text": {"description": "What to repeat.", "type": "string"},
                "times": {"default": 2, "type": "integer"},
            },
        }),
    );
    let schema = json!({"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]});
    assert_eq!(
        panicked(|| testing::assert_schema("testing__repeat", &schema)),
        r#"the schema of `testing__repeat` is not the asserted one; mend the tool, or assert the new schema

asserted:
{"type":"object","properties":{
    "text":{"type":"string"}
  },"required":["text"]}

found:
{"type":"object","properties":{
    "text":{"type":"string","description":"What to repeat."},
    "times":{"type":"integer","default":2}
  },"required":["text"]}
"#
    );
}

#[test]
fn a_run_keeps_its_instances_and_ends_with_its_handle() {
    let harness = Harness::new();
    let run = harness.run();
    assert_eq!(run.call("testing__count", json!({})).value(), 1);
    assert_eq!(run.call("testing__count", json!({})).value(), 2);
    assert_eq!(harness.call("testing__count", json!({})).value(), 1, "a call without a run has one of its own");
    drop(run);
    assert_eq!(harness.run().call("testing__count", json!({})).value(), 1);
}

#[test]
fn a_context_is_what_the_harness_says() {
    let harness = Harness::new().state("hello");
    let run = harness.session("ada");
    assert_eq!(run.call("testing__caller", json!({})).text(), "ada hello");
    assert!(testing::call("testing__caller", json!({})).text().ends_with(" nothing"));
    assert_eq!(caller(&harness.context()), "0 hello");
    drop(run);
    assert!(testing::call("testing__greet", json!({})).failure().message.starts_with("nobody put a `"));
    assert_eq!(Harness::new().state(Greeting("hi")).call("testing__greet", json!({})).value(), "hi");
    let harness = harness.state("good day").bound(Duration::from_secs(9));
    assert!(harness.context().remaining() <= Duration::from_secs(9));
    assert_eq!(caller(&harness.context()), "0 good day");
}

#[test]
fn a_paused_bound_passes_when_it_is_told_to_and_not_before() {
    let began = Instant::now();
    let harness = Harness::new().bound(Duration::from_secs(3600)).paused();
    let (own, long) = (harness.start("testing__never", json!({})), harness.start("testing__stuck", json!({})));
    std::thread::sleep(Duration::from_millis(600));
    harness.advance(Duration::from_millis(400));
    assert_eq!(harness.call("testing__repeat", json!({"text": "a"})).value(), "aa", "others are served");
    harness.advance(Duration::from_millis(100));
    assert_eq!(own.reply().text(), "TimeoutError: tool call exceeded 0.5s");
    let late = harness.start("testing__never", json!({}));
    harness.advance(Duration::from_secs(3600));
    assert_eq!(long.reply().text(), "TimeoutError: tool call exceeded 3600s");
    assert_eq!(late.reply().text(), "TimeoutError: tool call exceeded 0.5s");
    assert!(began.elapsed() < Duration::from_secs(20), "nobody waited an hour");
}

#[test]
fn a_bound_passes_by_itself_where_the_clock_runs() {
    assert_eq!(testing::call("testing__never", json!({})).text(), "TimeoutError: tool call exceeded 0.5s");
    let harness = Harness::new().bound(Duration::from_millis(20));
    assert_eq!(harness.call("testing__stuck", json!({})).text(), "TimeoutError: tool call exceeded 0.02s");
}

#[test]
fn the_catalog_of_this_test_is_the_committed_one() {
    assert_catalog!("tests/testing.json");
}

#[test]
#[cfg(feature = "python")]
fn the_tools_of_a_directory_are_called_and_compared_like_linked_ones() {
    use pyshim as _;
    // A test cannot be the worker; the stock program can, and the environment says so.
    if std::env::var_os("TOOLKIT_WORKER").is_none() {
        let this = std::env::current_exe().expect("a test knows its program");
        let status = std::process::Command::new(this)
            .args(["--exact", "the_tools_of_a_directory_are_called_and_compared_like_linked_ones"])
            .env("TOOLKIT_WORKER", env!("CARGO_BIN_EXE_stock"))
            .status();
        assert!(status.expect("a test program runs").success());
        return;
    }
    let harness = Harness::new().directory(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples"));
    assert_eq!(harness.call("words__slug", json!({"title": "One Day"})).value(), "one-day");
    assert_eq!(harness.catalog().errors, []);
    assert_catalog!("tests/testing-and-examples.json", "../examples");
}
