use super::*;
use crate::{
    Origin,
    error::Report,
    linked::{Entry, Group, LinkedTool},
    outcome::Answer,
    provider::{Listing, Offered},
    spec::Extras,
    states::States,
};
use toolkit_rules::{Held, Param, Schema, Scope};

pub(crate) fn param(name: &'static str, schema: Schema) -> Param {
    Param {
        name: Held::Static(name),
        schema,
        required: true,
        description: Held::Static(""),
        default: None,
        null_when_absent: false,
    }
}

/// A linked tool of this name, as an expansion of `#[tool]` makes them.
pub(crate) fn tool(name: &'static str, line: u32, params: Vec<Param>, entry: Entry) -> &'static LinkedTool {
    let stem = name.split("__").next().unwrap_or(name);
    let spec = ToolSpec {
        name: Held::Static(name),
        description: Held::Static("Do it."),
        wrapped: false,
        schema: toolkit_rules::input_schema(&params).into(),
        entry: toolkit_rules::entry(name, "Do it.", &params, Scope::Call).into(),
        params: params.into(),
        scope: Scope::Call,
        origin: Origin {
            file: format!("src/{stem}.rs").into(),
            stem: Held::Static(stem),
            package: Held::Static("app"),
            line,
            column: 1,
            place: 0,
        },
        bound: None,
        extras: Extras::NONE,
    };
    Box::leak(Box::new(LinkedTool { spec: Box::leak(Box::new(spec)), parts: &[], entry }))
}

/// The same tool with more said about it.
pub(crate) fn saying(tool: &'static LinkedTool, extras: Extras) -> &'static LinkedTool {
    let spec = ToolSpec { extras, ..tool.spec.clone() };
    Box::leak(Box::new(LinkedTool { spec: Box::leak(Box::new(spec)), parts: &[], entry: tool.entry }))
}

fn dispatcher(tools: Vec<&'static LinkedTool>, options: Options) -> Arc<Dispatcher> {
    Dispatcher::new(Registry::with(tools, States::default()).expect("names differ"), options)
}

fn wait(dispatcher: &Arc<Dispatcher>, name: &str, arguments: &str, bound: Option<Duration>) -> Reply {
    let (sender, receiver) = mpsc::channel();
    let run = dispatcher.run("test");
    dispatcher.call(Request { name, arguments: Some(arguments), run, bound }, move |reply| {
        let _ = sender.send(reply);
    });
    receiver.recv_timeout(Duration::from_secs(10)).expect("every call is answered")
}

fn text(reply: Reply) -> String {
    match reply {
        Reply::UnknownTool(failure) => format!("unknown: {failure}"),
        Reply::Ended(Ended { outcome: Ok(answer), .. }) => answer.json,
        Reply::Ended(Ended { outcome: Err(failure), .. }) => failure.to_string(),
    }
}

fn standard() -> Vec<&'static LinkedTool> {
    vec![
        tool(
            "sum__add",
            1,
            vec![param("a", Schema::Integer(None)), param("b", Schema::Integer(None))],
            Entry::Function(|_, arguments| {
                let number = |at| arguments.get(at).and_then(|text| text.parse::<i64>().ok()).unwrap_or_default();
                Ok(Answer::value((number(0) + number(1)).to_string()))
            }),
        ),
        tool("bad__panic", 1, vec![], Entry::Function(|_, _| panic!("out of {}", "luck"))),
        tool(
            "bad__spin",
            2,
            vec![],
            Entry::Function(|_, _| {
                loop {
                    std::hint::spin_loop();
                    thread::sleep(Duration::from_millis(5));
                }
            }),
        ),
        tool(
            "bad__block",
            3,
            vec![],
            Entry::AsyncFunction(|_, _| {
                Box::pin(async {
                    thread::sleep(Duration::from_secs(3600));
                    Ok(Answer::value("null"))
                })
            }),
        ),
        tool(
            "ok__later",
            1,
            vec![],
            Entry::AsyncFunction(|_, _| {
                Box::pin(async {
                    tokio::time::sleep(Duration::from_millis(1)).await;
                    Ok(Answer::value("\"later\""))
                })
            }),
        ),
    ]
}

#[test]
fn a_call_is_checked_run_and_answered() {
    let d = dispatcher(standard(), Options::default());
    assert_eq!(text(wait(&d, "sum__add", r#"{"a":2,"b":"3"}"#, None)), "5");
    assert_eq!(text(wait(&d, "ok__later", "{}", None)), "\"later\"");
    assert_eq!(
        text(wait(&d, "sum__add", r#"{"a":"five","c":1}"#, None)),
        "TypeError: sum__add: \"a\" must be an integer, got the string \"five\"; \"c\" is not a parameter; there are \"a\", \"b\"; \"b\" is required and missing"
    );
    assert_eq!(
        text(wait(&d, "sum__ad", "{}", None)),
        "unknown: LookupError: unknown tool `sum__ad`, did you mean `sum__add`?"
    );
}

#[test]
fn a_panic_is_a_failed_call() {
    let d = dispatcher(standard(), Options::default());
    assert_eq!(text(wait(&d, "bad__panic", "{}", None)), "Panic: out of luck");
    assert_eq!(text(wait(&d, "sum__add", r#"{"a":2,"b":3}"#, None)), "5");
}

#[test]
fn the_bound_is_kept_whatever_the_tool_does_and_the_next_call_is_served() {
    let d = dispatcher(standard(), Options::default());
    for _ in 0..6 {
        for name in ["bad__spin", "bad__block"] {
            let begun = Instant::now();
            let bound = Duration::from_millis(200);
            assert_eq!(text(wait(&d, name, "{}", Some(bound))), "TimeoutError: tool call exceeded 0.2s");
            assert!(begun.elapsed() < bound + Duration::from_millis(100), "{name} took {:?}", begun.elapsed());
            assert_eq!(text(wait(&d, "sum__add", r#"{"a":2,"b":3}"#, None)), "5");
            assert_eq!(text(wait(&d, "ok__later", "{}", None)), "\"later\"");
        }
    }
}

/// A counter with `scope = "run"`, whose methods end, panic, stay, or wait.
static COUNTER: Group = Group { type_name: "Counter", scope: Scope::Run, construct: |_| Ok(Box::new(0_u32)) };

fn count(instance: &mut crate::linked::Instance) -> Outcome {
    let count = instance.downcast_mut::<u32>().expect("it is the counter");
    *count += 1;
    Ok(Answer::value(count.to_string()))
}

fn counter() -> Vec<&'static LinkedTool> {
    vec![
        tool("counter__next", 1, vec![], Entry::Method(&COUNTER, |instance, _, _| count(instance))),
        tool("counter__panic", 2, vec![], Entry::Method(&COUNTER, |_, _, _| panic!("no more"))),
        tool(
            "counter__nap",
            3,
            vec![],
            Entry::Method(&COUNTER, |instance, _, _| {
                thread::sleep(Duration::from_millis(300));
                count(instance)
            }),
        ),
        tool(
            "counter__wait",
            4,
            vec![],
            Entry::AsyncMethod(&COUNTER, |instance, _, _| {
                Box::pin(async move {
                    tokio::time::sleep(Duration::from_secs(3600)).await;
                    count(instance)
                })
            }),
        ),
    ]
}

fn note(reply: &Reply) -> Option<&str> {
    match reply {
        Reply::Ended(ended) => ended.notes.fresh_instance.as_deref(),
        Reply::UnknownTool(_) => None,
    }
}

#[test]
fn an_instance_lives_as_long_as_its_run() {
    let d = dispatcher(counter(), Options::default());
    assert_eq!(text(wait(&d, "counter__next", "{}", None)), "1");
    assert_eq!(text(wait(&d, "counter__next", "{}", None)), "2");
    d.end_run(d.run("test"));
    let again = (0..200).find_map(|_| {
        thread::sleep(Duration::from_millis(1));
        (text(wait(&d, "counter__next", "{}", None)) == "1").then_some(())
    });
    assert!(again.is_some(), "a run that has ended begins anew");
}

#[test]
fn after_a_panic_the_instance_is_fresh_and_the_answer_says_so() {
    let d = dispatcher(counter(), Options::default());
    assert_eq!(text(wait(&d, "counter__next", "{}", None)), "1");
    assert_eq!(text(wait(&d, "counter__panic", "{}", None)), "Panic: no more");
    let reply = wait(&d, "counter__next", "{}", None);
    assert_eq!(note(&reply), Some("a panic ended the instance that this run had"));
    assert_eq!(text(reply), "1");
    assert_eq!(note(&wait(&d, "counter__next", "{}", None)), None, "it is said once");
}

#[test]
fn calls_on_one_instance_wait_for_each_other_under_their_bounds() {
    let d = dispatcher(counter(), Options::default());
    let (sender, receiver) = mpsc::channel();
    let run = d.run("test");
    let begun = Instant::now();
    for (name, bound) in [("counter__nap", 5000), ("counter__next", 5000), ("counter__next", 100)] {
        let sender = sender.clone();
        let bound = Some(Duration::from_millis(bound));
        d.call(Request { name, arguments: None, run, bound }, move |reply| {
            let _ = sender.send((text(reply), begun.elapsed()));
        });
    }
    let ended: Vec<_> = receiver.iter().take(3).collect();
    assert_eq!(ended[0].0, "TimeoutError: tool call exceeded 0.1s", "waiting counts");
    assert!(ended[0].1 < Duration::from_millis(200));
    let mut counted = [&*ended[1].0, &*ended[2].0];
    counted.sort_unstable();
    assert_eq!(counted, ["1", "2"]);
    assert!(ended[1].1 >= Duration::from_millis(300), "the second waited for the first");
}

#[test]
fn an_instance_whose_call_was_cut_is_kept_only_when_the_call_ended() {
    let d = dispatcher(counter(), Options::default());
    let short = Some(Duration::from_millis(50));
    assert_eq!(text(wait(&d, "counter__next", "{}", None)), "1");
    // An async call is dropped where it waits, so it has ended.
    assert_eq!(text(wait(&d, "counter__wait", "{}", short)), "TimeoutError: tool call exceeded 0.05s");
    assert_eq!(text(wait(&d, "counter__next", "{}", None)), "2");
    // A sync call that goes on keeps its instance to itself.
    assert_eq!(text(wait(&d, "counter__nap", "{}", short)), "TimeoutError: tool call exceeded 0.05s");
    thread::sleep(Duration::from_millis(20));
    let reply = wait(&d, "counter__next", "{}", None);
    assert_eq!(note(&reply), Some("the call before was cut short and had not ended, so its instance is lost"));
    assert_eq!(text(reply), "1");
    // When it ends before anybody asks, the instance is there again.
    assert_eq!(text(wait(&d, "counter__nap", "{}", short)), "TimeoutError: tool call exceeded 0.05s");
    thread::sleep(Duration::from_millis(500));
    let reply = wait(&d, "counter__next", "{}", None);
    assert_eq!((note(&reply), text(reply.clone())), (None, "3".to_owned()));
}

#[test]
fn a_cancelled_call_gives_no_answer_and_the_next_is_served() {
    let d = dispatcher(standard(), Options::default());
    let (sender, receiver) = mpsc::channel();
    let run = d.run("test");
    for name in ["bad__spin", "bad__block"] {
        let sender = sender.clone();
        let id = d.call(Request { name, arguments: None, run, bound: None }, move |reply| {
            let _ = sender.send(text(reply));
        });
        assert!(d.cancel(id), "{name}");
        assert!(!d.cancel(id), "{name} was cancelled already");
    }
    assert!(!d.cancel(CallId(4711)), "nobody knows this call");
    drop(sender);
    assert_eq!(receiver.recv_timeout(Duration::from_secs(1)), Err(mpsc::RecvTimeoutError::Disconnected));
    assert_eq!(text(wait(&d, "sum__add", r#"{"a":2,"b":3}"#, None)), "5");
}

#[test]
fn tools_that_block_side_by_side_do_not_hold_up_the_next_call() {
    let d = dispatcher(standard(), Options::default());
    let run = d.run("test");
    for name in ["bad__block", "bad__spin"] {
        for _ in 0..12 {
            d.call(Request { name, arguments: None, run, bound: None }, drop);
        }
    }
    for name in ["ok__later", "ok__later", "bad__panic"] {
        let begun = Instant::now();
        let reply = text(wait(&d, name, "{}", None));
        assert!(["\"later\"", "Panic: out of luck"].contains(&&*reply), "{reply}");
        assert!(begun.elapsed() < Duration::from_secs(1), "{name} took {:?}", begun.elapsed());
    }
}

#[test]
fn a_dropped_future_cancels_its_call() {
    let d = dispatcher(standard(), Options::default());
    let run = d.run("test");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let request = |name| Request { name, arguments: None, run, bound: None };
        assert_eq!(text(d.call_async(request("ok__later")).await), "\"later\"");
        let cut = tokio::time::timeout(Duration::from_millis(20), d.call_async(request("bad__spin"))).await;
        assert!(cut.is_err());
    });
    let waiting: usize = d.calls.iter().map(|shard| shard.lock().expect("whole").len()).sum();
    assert_eq!(waiting, 0);
}

#[test]
fn a_stopped_dispatcher_answers_what_waits_and_what_comes() {
    let d = dispatcher(standard(), Options::default());
    let (sender, receiver) = mpsc::channel();
    let run = d.run("test");
    d.call(Request { name: "bad__spin", arguments: None, run, bound: None }, move |reply| {
        let _ = sender.send(text(reply));
    });
    d.stop();
    let stopping = "RuntimeError: the server is stopping; call again when it is back";
    assert_eq!(receiver.recv_timeout(Duration::from_secs(1)).as_deref(), Ok(stopping));
    assert_eq!(text(wait(&d, "ok__later", "{}", None)), stopping);
}

/// A provider of one file, whose listing the test changes.
struct Folder {
    listing: Mutex<Listing>,
    moved: AtomicBool,
    slow: Duration,
}

impl Folder {
    fn of(slow: Duration) -> Arc<Self> {
        Arc::new(Self { listing: Mutex::default(), moved: AtomicBool::new(true), slow })
    }

    fn change(&self, listing: Listing) {
        *self.listing.lock().expect("whole") = listing;
        self.moved.store(true, Ordering::SeqCst);
    }
}

impl Provider for Folder {
    fn list(&self, _: Instant) -> Listing {
        thread::sleep(self.slow);
        self.moved.store(false, Ordering::SeqCst);
        self.listing.lock().expect("whole").clone()
    }
    fn moved(&self, _: Asked<'_>) -> bool {
        self.moved.load(Ordering::SeqCst)
    }
    fn start(&self, call: Call, done: Done) {
        done.finish(Ok(Answer::value(toolkit_rules::json_string(&call.tool.spec.name))));
    }
    fn cut(&self, _: CallId, _: Cut) {}
    fn end_run(&self, _: RunId) {}
    fn stop(&self) {}
}

fn offers(names: &[&'static str]) -> Vec<Offered> {
    let offered = |name: &&'static str| {
        let mut spec = tool(name, 1, vec![], Entry::Function(|_, _| panic!("a folder runs its own"))).spec.clone();
        spec.origin.package = Held::Static("");
        spec.origin.file = Held::from(format!("tools/{}.py", spec.origin.stem.get()));
        Offered { spec: Arc::new(spec), key: 0 }
    };
    names.iter().map(offered).collect()
}

#[test]
fn what_moved_is_seen_by_the_next_list_and_the_next_call() {
    let folder = Folder::of(Duration::ZERO);
    let mut registry = Registry::with(standard(), States::default()).expect("names differ");
    registry.provide(Arc::clone(&folder) as Arc<dyn Provider>);
    let d = Dispatcher::new(registry, Options::default());
    assert_eq!(
        text(wait(&d, "notes__read", "{}", None)),
        "unknown: LookupError: unknown tool `notes__read`; the list says which there are"
    );
    folder.change(Listing { tools: offers(&["notes__read"]), ..Listing::default() });
    assert_eq!(text(wait(&d, "notes__read", "{}", None)), "\"notes__read\"");
    let before = d.catalog();
    assert!(before.find("notes__read").is_some());
    folder.change(Listing { tools: offers(&["notes__read"]), ..Listing::default() });
    assert_eq!(d.catalog().version, before.version, "nothing prints differently");
    let error = Report {
        file: "tools/notes.py".to_owned(),
        line: Some(3),
        message: "SyntaxError: unterminated string literal".to_owned(),
    };
    folder.change(Listing { errors: vec![error], ..Listing::default() });
    assert_eq!(
        text(wait(&d, "notes__read", "{}", None)),
        "SyntaxError: unterminated string literal (tools/notes.py:3)"
    );
    assert!(d.catalog().version > before.version);
    assert_eq!(text(wait(&d, "sum__add", r#"{"a":2,"b":3}"#, None)), "5");
}

#[test]
fn a_slow_import_is_answered_at_the_bound_and_holds_nobody_else_up() {
    let folder = Folder::of(Duration::from_millis(600));
    folder.change(Listing { tools: offers(&["notes__read"]), ..Listing::default() });
    let mut registry = Registry::with(standard(), States::default()).expect("names differ");
    registry.provide(folder);
    let d = Dispatcher::new(registry, Options::default());
    let begun = Instant::now();
    let bound = Some(Duration::from_millis(100));
    assert_eq!(text(wait(&d, "notes__read", "{}", bound)), "TimeoutError: tool call exceeded 0.1s");
    assert_eq!(text(wait(&d, "sum__add", r#"{"a":2,"b":3}"#, None)), "5");
    assert!(begun.elapsed() < Duration::from_millis(400), "{:?}", begun.elapsed());
    assert_eq!(text(wait(&d, "notes__read", "{}", None)), "\"notes__read\"");
}

#[test]
fn the_python_half_of_a_duplicate_is_withheld_and_reported_with_both_places() {
    let folder = Folder::of(Duration::ZERO);
    folder.change(Listing { tools: offers(&["sum__add", "notes__read"]), ..Listing::default() });
    let mut registry = Registry::with(standard(), States::default()).expect("names differ");
    registry.provide(folder);
    let catalog = registry.catalog(Duration::from_secs(1));
    assert_eq!(catalog.find("sum__add").map(|listed| listed.source), Some(0), "Rust comes first");
    let errors: Vec<_> = catalog.errors.iter().map(ToString::to_string).collect();
    assert_eq!(
        errors,
        [
            "tools/sum.py:1: `sum__add` is the name of two tools, at src/sum.rs:1 and at tools/sum.py:1; rename one of them"
        ]
    );
    let names: Vec<_> = catalog.tools().iter().map(|listed| listed.spec().name.get()).collect();
    assert_eq!(
        names,
        ["bad__panic", "bad__spin", "bad__block", "notes__read", "ok__later", "sum__add"],
        "by stem, then by line"
    );
    let printed: serde_json::Value = serde_json::from_str(catalog.entries_json()).expect("it is JSON");
    assert_eq!(printed["tools"].as_array().map(Vec::len), Some(6));
    assert_eq!(printed["errors"][0]["file"], "tools/sum.py");
}

#[test]
fn two_rust_tools_of_one_name_refuse_to_start() {
    let nothing = Entry::Function(|_, _| Ok(Answer::value("null")));
    let tools =
        vec![tool("a__b", 7, vec![], nothing), tool("a__b", 3, vec![], nothing), tool("a__c", 1, vec![], nothing)];
    let error = Registry::with(tools, States::default()).map(|_| ()).expect_err("one name, two tools");
    assert_eq!(
        error.to_string(),
        "src/a.rs:7: `a__b` is the name of two tools, at src/a.rs:3 and at src/a.rs:7; rename one of them"
    );
}

#[test]
fn seconds_are_written_as_python_writes_them() {
    for (millis, text) in [
        (0, "0"),
        (1, "0.001"),
        (50, "0.05"),
        (1_000, "1"),
        (1_500, "1.5"),
        (120_000, "120"),
        (100_000_000, "100000"),
        (1_234_567_890, "1.23457e+06"),
        (1_000_000_000_000, "1e+09"),
    ] {
        assert_eq!(seconds(Duration::from_millis(millis)), text);
    }
    assert_eq!(seconds(Duration::from_micros(1)), "1e-06");
    assert_eq!(seconds(Duration::from_micros(150)), "0.00015");
}

#[test]
fn a_long_string_is_cut_and_whole_in_a_file_of_ours() {
    let d = dispatcher(
        vec![
            tool(
                "long__text",
                1,
                vec![],
                Entry::Function(|_, _| Ok(Answer::value(toolkit_rules::json_string(&"é\n".repeat(10_001))))),
            ),
            tool(
                "long__fits",
                2,
                vec![],
                Entry::Function(|_, _| Ok(Answer::value(toolkit_rules::json_string(&"é".repeat(20_000))))),
            ),
            tool(
                "long__list",
                3,
                vec![],
                Entry::Function(|_, _| Ok(Answer::value(format!("[{}1]", "1,".repeat(20_000))))),
            ),
        ],
        Options::default(),
    );
    let Reply::Ended(ended) = wait(&d, "long__text", "{}", None) else { panic!("the tool is known") };
    let path = ended.artifact_path.clone().expect("it is in a file");
    assert!(ended.truncated);
    assert!(ended.last_line().is_some_and(|line| line.contains(&path.display().to_string())));
    let cut = ended.outcome.expect("it went well").text().into_owned();
    assert_eq!(cut.chars().count(), 5_000);
    assert_eq!(std::fs::read_to_string(&path).expect("it can be read"), "é\n".repeat(10_001));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&path).expect("it is there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    std::fs::remove_file(path).expect("it is ours");
    for name in ["long__fits", "long__list"] {
        let Reply::Ended(ended) = wait(&d, name, "{}", None) else { panic!("the tool is known") };
        assert!(!ended.truncated && ended.artifact_path.is_none() && ended.outcome.is_ok(), "{name} arrives whole");
    }
}

#[test]
fn the_log_tells_of_every_call_in_one_line() {
    struct Sink(Arc<Mutex<Vec<u8>>>);
    impl std::io::Write for Sink {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().expect("whole").extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let written = Arc::new(Mutex::new(Vec::new()));
    let d = dispatcher(standard(), Options::default().log(crate::EventLog::to(Sink(Arc::clone(&written)))));
    wait(&d, "sum__add", r#"{"a":2,"b":3}"#, None);
    wait(&d, "bad__panic", "{}", None);
    wait(&d, "no__tool", "{}", None);
    d.stop();
    let text = String::from_utf8(written.lock().expect("whole").clone()).expect("it is text");
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect();
    let told: Vec<_> = lines
        .iter()
        .map(|line| (line["tool"].as_str(), line["ok"].as_bool(), line["error"].as_str(), line["arguments"].as_u64()))
        .collect();
    assert_eq!(
        told,
        [
            (Some("sum__add"), Some(true), None, Some(13)),
            (Some("bad__panic"), Some(false), Some("Panic"), Some(2)),
            (Some("no__tool"), Some(false), Some("LookupError"), Some(2)),
        ]
    );
    assert!(lines.iter().all(|line| line["ms"].is_number() && line["run"] == 1));
    assert!(lines[0]["start"].as_str().is_some_and(|start| start.len() == "2026-11-30T23:56:17.123Z".len()));
    assert!(!text.contains("\"a\":2"), "arguments are not logged");
}
