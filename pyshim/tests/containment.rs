//! Every way a Python tool can misbehave: the answer comes at the bound, and the calls after it are served.
//!
//! The worker is the stock binary, which lies beside this test's folder.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, mpsc},
    time::{Duration, Instant},
};
use toolkit::{Dispatcher, Ended, Options, Registry, Reply, Request, RunId};
// linked for what it submits
use pyshim as _;

const BOUND: Duration = Duration::from_secs(1);
/// An answer at the bound is at most so late.
const LATE: Duration = Duration::from_millis(100);
/// For calls that are to succeed, on a machine that may be busy.
const AMPLE: Duration = Duration::from_secs(20);

struct Server(Arc<Dispatcher>);

impl Server {
    fn of(root: &Path, bound: Duration) -> Self {
        let settings = toolkit::providers::Settings { bound };
        let registry = Registry::open(root, &settings).expect("the harness opens");
        let server = Self(Dispatcher::new(registry, Options::default().bound(bound)));
        // the worker is up before anything is measured
        let _ = server.0.catalog();
        server
    }

    fn bad() -> Self {
        Self::of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/containment"), AMPLE)
    }

    fn begin(&self, name: &str, arguments: &str, run: RunId, bound: Duration) -> mpsc::Receiver<(Ended, Instant)> {
        let (sender, answer) = mpsc::channel();
        let request = Request { name, arguments: Some(arguments), run, bound: Some(bound) };
        let name = name.to_owned();
        self.0.call(request, move |reply| match reply {
            Reply::Ended(ended) => _ = sender.send((ended, Instant::now())),
            Reply::UnknownTool(failure) => panic!("{name}: {failure}"),
        });
        answer
    }

    /// The text of the answer: a result's JSON, or `Type: message`.
    fn call_in(&self, run: &str, name: &str, arguments: &str, bound: Duration) -> String {
        let answer = self.begin(name, arguments, self.0.run(run), bound);
        let (ended, _) = answer.recv_timeout(bound + AMPLE).unwrap_or_else(|_| panic!("{name} was never answered"));
        text(ended)
    }

    fn call(&self, name: &str, arguments: &str) -> String {
        self.call_in("test", name, arguments, AMPLE)
    }

    fn serves(&self, after: &str) {
        for n in 0..10 {
            assert_eq!(self.call("quick__add", &format!(r#"{{"a":{n},"b":2}}"#)), (n + 2).to_string(), "after {after}");
        }
        assert_eq!(self.call("quick__later", r#"{"a":1,"b":2}"#), "3", "async, after {after}");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.0.stop();
    }
}

fn text(ended: Ended) -> String {
    match ended.outcome {
        Ok(answer) => answer.json,
        Err(failure) => failure.to_string(),
    }
}

/// A harness of its own, gone at the end.
struct Tree(PathBuf);

impl Tree {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let root = std::env::temp_dir().join(format!("pyshim-{name}-{}", std::process::id()));
        std::fs::create_dir_all(root.join("tools")).unwrap();
        let tree = Self(root);
        for (file, text) in files {
            tree.write(file, text);
        }
        tree
    }

    fn write(&self, file: &str, text: &str) {
        std::fs::write(self.0.join("tools").join(file), text).unwrap();
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What does not end by itself.
const HANGS: [&str; 13] = [
    "spin",
    "sleep",
    "receive",
    "child",
    "lock",
    "regex",
    "add_up",
    "swallow",
    "text_without_end",
    "sleep_async",
    "block_loop",
    "spin_loop",
    "stubborn",
];

/// What ends by itself, and with what.
const ENDS: [(&str, &str); 17] = [
    ("exit_now", "RuntimeError: `bad__exit_now` ended the Python worker (exit code 1)"),
    ("segfault", "RuntimeError: `bad__segfault` ended the Python worker (signal 11: segmentation fault)"),
    ("abort", "RuntimeError: `bad__abort` ended the Python worker (signal 6: aborted)"),
    ("kill_self", "RuntimeError: `bad__kill_self` ended the Python worker (signal 9"),
    ("leave", "SystemExit: 3"),
    ("interrupt", "KeyboardInterrupt: keys"),
    ("recurse", "RecursionError: maximum recursion depth exceeded"),
    ("deep_map", "\"1\""),
    ("print_and_close", "\"closed\""),
    ("read_stdin", "\"b''\""),
    ("fork", "\"parent\""),
    ("pool", "[1,2]"),
    ("no_such_memory", "MemoryError: "),
    ("leave_async", "SystemExit: 3"),
    ("stop_loop", "\"stopped\""),
    ("odd", "_Odd: its own message cannot be read: `__str__` raised RuntimeError"),
    ("spin", "TimeoutError: tool call exceeded 1s"),
];

#[test]
fn whatever_a_tool_does_the_answer_comes_at_the_bound_and_the_next_calls_are_served() {
    let server = Server::bad();
    for name in HANGS {
        let began = Instant::now();
        let answer = server.begin(&format!("bad__{name}"), "{}", server.0.run("test"), BOUND);
        let (ended, at) = answer.recv_timeout(AMPLE).unwrap_or_else(|_| panic!("{name} was never answered"));
        let took = at - began;
        assert_eq!(text(ended), "TimeoutError: tool call exceeded 1s", "{name}");
        assert!(took >= BOUND && took <= BOUND + LATE, "{name} was answered after {took:?}");
        let began = Instant::now();
        server.serves(name);
        println!("{name:18} answered after {took:?}, eleven more calls took {:?}", began.elapsed());
    }
    for (name, wanted) in ENDS {
        let got = server.call_in("test", &format!("bad__{name}"), "{}", BOUND);
        assert!(got.starts_with(wanted), "{name}: {got}");
        server.serves(name);
    }
}

#[test]
fn a_hang_beside_other_calls_ends_the_same_way() {
    let server = Server::bad();
    for name in ["spin", "sleep", "regex", "add_up", "block_loop", "segfault"] {
        let holding = server.begin("quick__nap", r#"{"seconds":0.3}"#, server.0.run("test"), AMPLE);
        std::thread::sleep(Duration::from_millis(50));
        let began = Instant::now();
        let answer = server.call_in("test", &format!("bad__{name}"), "{}", BOUND);
        assert!(began.elapsed() <= BOUND + LATE, "{name} was answered after {:?}", began.elapsed());
        assert!(answer.starts_with("TimeoutError") || answer.starts_with("RuntimeError"), "{name}: {answer}");
        server.serves(name);
        let (held, _) = holding.recv_timeout(AMPLE).expect("the call beside it is answered");
        let held = text(held);
        assert!(held == "0.3" || held.starts_with("RuntimeError: the Python worker"), "beside {name}: {held}");
    }
}

#[test]
fn an_interrupted_call_leaves_the_runs_instance_and_a_killed_one_takes_it_along() {
    let server = Server::bad();
    let call = |run: &str, name: &str, arguments: &str, bound| server.call_in(run, name, arguments, bound);
    assert_eq!(call("one", "kept__up", "{}", AMPLE), "1");
    assert_eq!(call("one", "kept__slow_up", r#"{"seconds":100}"#, BOUND), "TimeoutError: tool call exceeded 1s");
    assert_eq!(call("one", "kept__up", "{}", AMPLE), "2", "the instance was kept");
    assert_eq!(call("two", "kept__up", "{}", AMPLE), "1", "another run has another");
    assert_eq!(call("one", "kept__hold", "{}", BOUND), "TimeoutError: tool call exceeded 1s");
    let answer = server.begin("kept__up", "{}", server.0.run("one"), AMPLE);
    let (ended, _) = answer.recv_timeout(AMPLE).expect("it is answered");
    assert!(ended.notes.fresh_instance.is_some(), "the caller is told: {:?}", ended.notes);
    assert_eq!(text(ended), "1");
}

#[test]
fn calls_on_one_instance_happen_one_at_a_time_and_hold_up_nobody_else() {
    let server = Server::bad();
    let run = server.0.run("one");
    let began = Instant::now();
    let ups: Vec<_> = (0..4).map(|_| server.begin("kept__slow_up", r#"{"seconds":0.1}"#, run, AMPLE)).collect();
    assert_eq!(server.call("quick__add", r#"{"a":1,"b":1}"#), "2");
    assert!(began.elapsed() < Duration::from_millis(300), "another call waited {:?}", began.elapsed());
    let mut counted: Vec<String> = ups.iter().map(|up| text(up.recv_timeout(AMPLE).expect("an answer").0)).collect();
    counted.sort();
    assert_eq!(counted, ["1", "2", "3", "4"]);
}

#[test]
fn a_slow_call_holds_up_neither_sync_nor_async_ones() {
    let server = Server::bad();
    let began = Instant::now();
    let run = server.0.run("test");
    let slow: Vec<_> = (0..10)
        .map(|n| {
            let name = if n % 2 == 0 { "quick__nap" } else { "quick__doze" };
            server.begin(name, r#"{"seconds":0.4}"#, run, AMPLE)
        })
        .collect();
    server.serves("slow ones");
    assert!(began.elapsed() < Duration::from_millis(350), "quick calls took {:?}", began.elapsed());
    for answer in slow {
        assert_eq!(text(answer.recv_timeout(AMPLE).expect("an answer").0), "0.4");
    }
    assert!(began.elapsed() < Duration::from_millis(1500), "slow calls went one after another");
    assert_eq!(server.call("quick__on_main_thread", "{}"), "true");
}

#[test]
fn no_call_is_lost_among_eight_callers_of_plain_async_and_slow_tools() {
    let server = Server::bad();
    std::thread::scope(|scope| {
        for caller in 0..8u64 {
            let server = &server;
            scope.spawn(move || {
                for n in 0..300u64 {
                    let arguments = format!(r#"{{"a":{caller},"b":{n}}}"#);
                    for name in ["quick__add", "quick__later", "quick__lazily"] {
                        let got = server.call_in(&caller.to_string(), name, &arguments, AMPLE);
                        assert_eq!(got, (caller + n).to_string(), "{name} {arguments}");
                    }
                    if n % 20 == caller {
                        assert_eq!(server.call("quick__nap", r#"{"seconds":0.002}"#), "0.002");
                    }
                }
            });
        }
    });
}

#[test]
fn arguments_and_results_arrive_whole_however_large() {
    let server = Server::bad();
    let large = format!(r#"["{}"]"#, "ä\\n\u{1F600}".repeat(300_000));
    let odd = r#"[0.1,1e-7,-0.0,18446744073709551615,123456789012345678901234567890,null,true,{"b":1,"a":{"c":[]}}]"#;
    for value in [large.as_str(), odd, r#"[]"#] {
        let answer = server.call("quick__echo", &format!(r#"{{"value":{value}}}"#));
        assert!(answer == value, "{} bytes went in, {} came back", value.len(), answer.len());
    }
}

#[test]
fn what_json_has_no_form_for_is_an_error_that_names_its_type_and_place() {
    let server = Server::bad();
    for (expression, wanted) in [
        ("None", "null"),
        ("[True, 1, 1.0, 1e-7, -0.0, 2**70, 'a\"b']", r#"[true,1,1.0,1e-7,-0.0,1180591620717411303424,"a\"b"]"#),
        ("(1, (2,))", "[1,[2]]"),
        ("{'b': 1, 'a': {}, 1: 2, None: 3, True: 4, 1.5: 5}", r#"{"b":1,"a":{},"1":4,"null":3,"1.5":5}"#),
        ("'\\ud83d\\ude00 \\ud800'", "\"\u{1F600} \u{FFFD}\""),
        ("__import__('collections').OrderedDict(b=1, a=2)", r#"{"b":1,"a":2}"#),
        ("__import__('enum').IntEnum('E', 'A B')(2)", "2"),
        ("{1}", "TypeError: the result is a `set`, which has no JSON form; return a list made of it"),
        (
            "{'x': [1, b'']}",
            "TypeError: the result has a `bytes` at `.x[1]`, which has no JSON form; decode it, or encode it as base64",
        ),
        (
            "[float('nan')]",
            "ValueError: the result holds NaN at `[0]`, which JSON cannot say; return null or a text instead",
        ),
        (
            "float('-inf')",
            "ValueError: the result holds -infinity, which JSON cannot say; return null or a text instead",
        ),
        ("{(1, 2): 3}", "TypeError: the result has a key that is a `tuple`, which has no JSON form; use texts as keys"),
        (
            "object()",
            "TypeError: the result is an `object`, which has no JSON form; return a dict, a list, a text, a number, a \
             boolean or `None`",
        ),
        (
            "(lambda a: a.append(a) or a)([])",
            "TypeError: the result has a `list` that contains itself 10000 steps deep, which has no JSON form; return it \
             without the way back",
        ),
    ] {
        let arguments = format!(r#"{{"expression":"{}"}}"#, expression.replace('\\', r"\\").replace('"', "\\\""));
        assert_eq!(server.call("quick__value", &arguments), wanted, "{expression}");
    }
}

#[test]
fn a_file_whose_import_hangs_or_crashes_is_reported_and_the_others_are_served() {
    let tree = Tree::new(
        "imports",
        &[
            ("a_good.py", "def f() -> int:\n    \"\"\"One.\"\"\"\n    return 1\n"),
            ("b_hangs.py", "import time\ntime.sleep(1e6)\n"),
            ("c_holds.py", "sum(range(10**12))\n"),
            ("d_dies.py", "import os\nos._exit(7)\n"),
            ("e_good.py", "def f() -> int:\n    \"\"\"Two.\"\"\"\n    return 2\n"),
        ],
    );
    let began = Instant::now();
    let server = Server::of(&tree.0, Duration::from_secs(3));
    let first = began.elapsed();
    assert!(first < Duration::from_secs(3) + LATE, "the list took {first:?}");
    let reports = || -> Vec<String> { server.0.catalog().errors.iter().map(ToString::to_string).collect() };
    let wanted = [
        "tools/b_hangs.py: TimeoutError: importing tools/b_hangs.py exceeded 3s",
        // one that comes late has less
        "tools/c_holds.py: TimeoutError: importing tools/c_holds.py exceeded 0.5s",
        "tools/d_dies.py: the worker ended (exit code 7) while importing tools/d_dies.py",
    ];
    let until = Instant::now() + AMPLE;
    while reports() != wanted && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(reports(), wanted);
    assert_eq!(server.call("a_good__f", "{}"), "1");
    assert_eq!(server.call("e_good__f", "{}"), "2");
    tree.write("d_dies.py", "def f() -> int:\n    \"\"\"Three.\"\"\"\n    return 3\n");
    let _ = server.0.catalog();
    assert_eq!(server.call("d_dies__f", "{}"), "3", "the file was edited");
}

#[test]
fn a_server_that_stops_leaves_no_process_behind() {
    let server = Server::bad();
    let children = || {
        let own = std::process::id().to_string();
        let all = std::fs::read_dir("/proc").unwrap().flatten();
        all.filter(|entry| {
            let stat = std::fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
            let after_name = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
            after_name.split(' ').nth(1) == Some(&own)
        })
        .count()
    };
    server.call("quick__add", r#"{"a":1,"b":1}"#);
    let with_worker = children();
    assert!(with_worker >= 1);
    let hanging = server.begin("bad__child", "{}", server.0.run("test"), AMPLE);
    std::thread::sleep(Duration::from_millis(200));
    let began = Instant::now();
    server.0.stop();
    assert!(began.elapsed() < Duration::from_secs(1), "stopping took {:?}", began.elapsed());
    assert!(hanging.recv_timeout(AMPLE).is_ok(), "the call under way is answered");
    let began = Instant::now();
    while children() >= with_worker && began.elapsed() < AMPLE {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(children() < with_worker, "a worker is left");
}
