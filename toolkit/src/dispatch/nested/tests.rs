//! Tools that ask for other tools: chains, circles, shared bounds, and calls that nobody waits for any more.

use crate::{
    Context, Dispatcher, Ended, Options, Registry, Reply, Request, ToolError,
    context::RunId,
    dispatch::tests::param,
    linked::{Entry, Group, LinkedTool, by_default},
    outcome::{Answer, Outcome},
    provider::Arguments,
    spec::{Extras, Origin, ToolSpec},
    states::States,
};
use serde_json::json;
use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};
use toolkit_rules::{Held, Schema, Scope};

static A: Group = Group { type_name: "A", scope: Scope::Run, construct: by_default::<u8> };
static B: Group = Group { type_name: "B", scope: Scope::Run, construct: by_default::<u8> };
static C: Group = Group { type_name: "C", scope: Scope::Run, construct: by_default::<u8> };
static SLOW: Group = Group { type_name: "Slow", scope: Scope::Call, construct: by_default::<u8> };

fn linked(stem: &'static str, method: Option<&'static str>, scope: Scope, entry: Entry) -> &'static LinkedTool {
    let params = vec![crate::rules::Param { required: false, ..param("path", Schema::Array(None)) }];
    let spec = ToolSpec {
        name: format!("{stem}__{}", method.unwrap_or("go")).into(),
        description: Held::Static("Go."),
        wrapped: false,
        schema: Held::Static("{}"),
        entry: Held::Static("{}"),
        params: params.into(),
        scope,
        origin: Origin {
            file: format!("src/{stem}.rs").into(),
            stem: Held::Static(stem),
            package: Held::Static("app"),
            line: 1,
            column: 1,
            place: 0,
        },
        bound: None,
        extras: Extras { method: method.map(Held::Static), ..Extras::NONE },
    };
    Box::leak(Box::new(LinkedTool { spec: Box::leak(Box::new(spec)), parts: &[], entry }))
}

fn path(arguments: &Arguments) -> Vec<String> {
    arguments.get(0).and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default()
}

fn answer(text: &str) -> Answer {
    Answer::value(json!(text).to_string())
}

/// Goes on to the first stem of the path, and says what came back.
fn go(context: &Context, path: &[String]) -> Result<String, ToolError> {
    thread::sleep(Duration::from_micros(200));
    let own = context.asking().map_or("?", |asking| &asking.tool.origin.stem).to_owned();
    let Some((first, rest)) = path.split_first() else { return Ok(own) };
    let told: String = context.tool(first)?.call("go", json!({ "path": rest }))?;
    Ok(format!("{own}({told})"))
}

fn outcome(result: Result<String, ToolError>) -> Outcome {
    use crate::ErrorType;
    result.map(|text| answer(&text)).map_err(|error| crate::Failure::new(error.error_type(), error.to_string()))
}

fn method(group: &'static Group) -> Entry {
    Entry::Method(group, |_, context, arguments| outcome(go(context, &path(arguments))))
}

static NAPS: AtomicUsize = AtomicUsize::new(0);
static AWAKE: AtomicUsize = AtomicUsize::new(0);

fn dispatcher() -> Arc<Dispatcher> {
    let tools = vec![
        linked("a", Some("go"), Scope::Run, method(&A)),
        linked("b", Some("go"), Scope::Run, method(&B)),
        linked("c", Some("go"), Scope::Run, method(&C)),
        linked("free", None, Scope::Call, Entry::Function(|context, arguments| outcome(go(context, &path(arguments))))),
        linked(
            "later",
            None,
            Scope::Call,
            Entry::AsyncFunction(|context, arguments| {
                Box::pin(async move {
                    let path = path(&arguments);
                    let Some((first, rest)) = path.split_first() else { return Ok(answer("later")) };
                    let asked =
                        async { context.tool(first)?.call_async::<String>("go", json!({ "path": rest })).await };
                    outcome(asked.await.map(|told| format!("later({told})")))
                })
            }),
        ),
        linked(
            "slow",
            Some("go"),
            Scope::Call,
            Entry::AsyncMethod(&SLOW, |_, _, _| {
                Box::pin(async {
                    NAPS.fetch_add(1, Ordering::SeqCst);
                    tokio::time::sleep(Duration::from_secs(5)).await;
                    AWAKE.fetch_add(1, Ordering::SeqCst);
                    Ok(answer("slow"))
                })
            }),
        ),
    ];
    Dispatcher::new(Registry::with(tools, States::default()).expect("names differ"), Options::default())
}

fn start(d: &Arc<Dispatcher>, run: RunId, name: &str, path: &[&str], bound: Option<Duration>) -> mpsc::Receiver<Reply> {
    let (sender, receiver) = mpsc::channel();
    let arguments = json!({ "path": path }).to_string();
    d.call(Request { name, arguments: Some(&arguments), run, bound }, move |reply| drop(sender.send(reply)));
    receiver
}

fn text(receiver: &mpsc::Receiver<Reply>) -> String {
    match receiver.recv_timeout(Duration::from_secs(20)).expect("every call is answered") {
        Reply::UnknownTool(failure) => format!("unknown: {failure}"),
        Reply::Ended(Ended { outcome: Ok(answer), .. }) => answer.text().into_owned(),
        Reply::Ended(Ended { outcome: Err(failure), .. }) => failure.to_string(),
    }
}

fn said(d: &Arc<Dispatcher>, name: &str, path: &[&str]) -> String {
    text(&start(d, d.run("test"), name, path, None))
}

#[test]
fn a_tool_asks_for_others_on_the_instances_of_its_run() {
    let d = dispatcher();
    for (name, path, expected) in [
        ("a__go", &["b", "c"][..], "a(b(c))"),
        ("free__go", &["a", "b"], "free(a(b))"),
        ("later__go", &["a", "c"], "later(a(c))"),
        ("a__go", &["a"], "ValueError: `a` cannot ask for itself; use its own instance"),
        (
            "a__go",
            &["free"],
            "LookupError: `free` is a file of functions, which have no instance; call its functions themselves",
        ),
        ("a__go", &["sloww"], "LookupError: no file of tools is called `sloww`; did you mean `slow`?"),
        ("later__go", &["zzzzzz"], "LookupError: no file of tools is called `zzzzzz`; there are `a`, `b`, `c`, `slow`"),
    ] {
        assert_eq!(said(&d, name, path), expected);
    }
}

#[test]
fn a_circle_is_an_error_and_no_deadlock() {
    let d = dispatcher();
    assert_eq!(
        said(&d, "a__go", &["b", "a"]),
        "RuntimeError: `b__go` cannot wait for `a__go`: the call of `a__go` has the instance and waits for this one; hand over what it needs in the arguments"
    );
    assert_eq!(said(&d, "a__go", &["b", "c"]), "a(b(c))", "nothing of it is left behind");
}

#[test]
fn calls_that_would_wait_for_each_other_are_all_answered() {
    let d = dispatcher();
    let run = d.run("crossing");
    let begun = Instant::now();
    let mut refused = 0;
    for _ in 0..60 {
        let waiting: Vec<_> = [("a__go", ["b", "c"]), ("b__go", ["a", "c"]), ("c__go", ["b", "a"])]
            .iter()
            .map(|(name, path)| start(&d, run, name, path, None))
            .collect();
        for receiver in &waiting {
            let said = text(receiver);
            let refusal = said.starts_with("RuntimeError: ") && said.contains("cannot wait for");
            assert!(refusal || said.ends_with("))"), "{said}");
            refused += usize::from(refusal);
        }
    }
    assert!(begun.elapsed() < Duration::from_secs(15), "no call waited for its bound: {:?}", begun.elapsed());
    assert!(refused > 0, "some of them crossed");
}

#[test]
fn many_callers_at_once_find_a_thread_for_what_they_ask_for() {
    let d = dispatcher();
    let waiting: Vec<_> =
        (0..700).map(|n| start(&d, d.run(&n.to_string()), "free__go", &["a", "b", "c"], None)).collect();
    for receiver in &waiting {
        assert_eq!(text(receiver), "free(a(b(c)))");
    }
}

#[test]
fn a_nested_call_shares_its_callers_bound_and_ends_with_it() {
    let d = dispatcher();
    for name in ["a__go", "free__go", "later__go"] {
        let (naps, begun) = (NAPS.load(Ordering::SeqCst), Instant::now());
        let bound = Duration::from_millis(300);
        let said = text(&start(&d, d.run("test"), name, &["slow"], Some(bound)));
        assert_eq!(said, "TimeoutError: tool call exceeded 0.3s", "{name}");
        assert!(begun.elapsed() < bound + Duration::from_millis(100), "{name} took {:?}", begun.elapsed());
        assert_eq!(NAPS.load(Ordering::SeqCst), naps + 1, "{name} had begun it");
    }
    let (sender, receiver) = mpsc::channel::<Reply>();
    let request =
        Request { name: "free__go", arguments: Some(r#"{"path":["slow"]}"#), run: d.run("test"), bound: None };
    let id = d.call(request, move |reply| drop(sender.send(reply)));
    thread::sleep(Duration::from_millis(100));
    assert!(d.cancel(id), "it was still waited for");
    assert!(receiver.recv_timeout(Duration::from_secs(2)).is_err(), "a cancelled call is not answered");
    assert_eq!(AWAKE.load(Ordering::SeqCst), 0, "what was asked for ended with whoever asked");
    assert_eq!(said(&d, "a__go", &["b"]), "a(b)");
}

#[test]
fn the_log_says_who_asked_for_a_call() {
    #[derive(Clone, Default)]
    struct Sink(Arc<std::sync::Mutex<Vec<u8>>>);
    impl std::io::Write for Sink {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().expect("whole").extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let sink = Sink::default();
    let tools = vec![linked("a", Some("go"), Scope::Run, method(&A)), linked("b", Some("go"), Scope::Run, method(&B))];
    let registry = Registry::with(tools, States::default()).expect("names differ");
    let d = Dispatcher::new(registry, Options::default().log(crate::EventLog::to(sink.clone())));
    assert_eq!(said(&d, "a__go", &["b"]), "a(b)");
    d.stop();
    let text = String::from_utf8(sink.0.lock().expect("whole").clone()).expect("it is text");
    let lines: Vec<serde_json::Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let told: Vec<_> = lines.iter().map(|line| (line["tool"].as_str(), line["asked_by"].as_str())).collect();
    assert_eq!(told, [(Some("b__go"), Some("a__go")), (Some("a__go"), None)]);
}

#[test]
fn a_secret_reaches_the_tool_and_no_answer() {
    let tells: Entry = Entry::Function(|context, _| {
        let secret = context.secret("TOKEN")?;
        Err(crate::Failure::new("ValueError", format!("401 for {} as {secret:?}", secret.expose())))
    });
    let mut states = States::default();
    states.put_secret("TOKEN", "abc-123");
    let registry = Registry::with(vec![linked("web", None, Scope::Call, tells)], states).expect("one name");
    let d = Dispatcher::new(registry, Options::default());
    assert_eq!(said(&d, "web__go", &[]), "ValueError: 401 for *** as Secret(***)");
}

#[test]
fn a_context_without_a_program_finds_no_tool() {
    let context = Context::alone(RunId(7), Instant::now() + Duration::from_secs(60));
    let error = context.tool("shell").expect_err("there is none");
    assert_eq!(error.to_string(), "this context belongs to no program, so it finds no other tool");
    assert_eq!((context.session_id(), context.tenant_id(), context.is_cancelled()), ("7".into(), "default", false));
}
