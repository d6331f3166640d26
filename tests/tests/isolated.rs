//! Isolated Rust tools: whatever one does, its own call alone pays for it, the next call is served at once, and no
//! process is left behind.

use serde_json::json;
use std::{
    path::Path,
    process::Command,
    thread,
    time::{Duration, Instant},
};
use toolkit::{Dispatcher, Options, Registry, Reply, Request, tool};
use toolkit_tests::{Client, descendants};

const BOUND: Duration = Duration::from_secs(1);
const LATEST: Duration = Duration::from_millis(1_100);
/// After a tool ended its process the next call is served within this.
const SOON: Duration = Duration::from_millis(150);
/// For what is not measured, on a machine that may be busy.
const AMPLE: Duration = Duration::from_secs(20);
const TIMEOUT: &str = "TimeoutError: tool call exceeded 1s";

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_isolated"))
}

/// All tools are isolated.
fn server() -> Client {
    serving(&["--isolate"])
}

fn serving(options: &[&str]) -> Client {
    let mut command = program();
    command.args(["serve", "--stdio", "--timeout", "1"]).args(options).env("TOOLKIT_WORKER_MEMORY", "512");
    // a trace of a crash takes longer than the crash
    command.env_remove("RUST_BACKTRACE");
    let mut client = Client::of(&mut command);
    assert_eq!(client.call("rusty__quick", &json!({"n": 7})).text(), "7");
    client
}

/// Calls a tool and then a quick one, three times at most until the quick one was soon enough: the machine may be busy.
fn survives(client: &mut Client, tool: &str, wanted: &str) {
    let mut best = AMPLE;
    for _ in 0..3 {
        let begun = Instant::now();
        let answer = client.call(tool, &json!({}));
        let took = answer.at.duration_since(begun);
        assert!(took <= LATEST, "{tool} was answered after {took:?}");
        assert!(wanted != TIMEOUT || took >= BOUND, "{tool} was answered after {took:?}, before its bound");
        assert!(answer.text().starts_with(wanted), "{tool} answered {}", answer.line);
        let begun = Instant::now();
        let next = client.call("rusty__quick", &json!({"n": 8}));
        assert_eq!(next.text(), "8", "after {tool}: {}", next.line);
        best = best.min(next.at.duration_since(begun));
        if best <= SOON {
            break;
        }
    }
    println!("{tool:24} the next call took {best:?}");
    assert!(best <= SOON, "after {tool} the next call took {best:?}");
    assert!(client.noise.is_empty(), "after {tool} standard output held {:?}", client.noise);
}

#[test]
fn whatever_an_isolated_tool_does_its_call_is_answered_and_the_next_is_served() {
    const ABORTED: &str = "(signal 6: aborted, perhaps by a stack overflow or for want of memory)";
    let ends = |tool: &str, how: &str| format!("RuntimeError: `{tool}` ended the Rust worker {how}");
    let matrix = [
        ("doomed__aborts", ends("doomed__aborts", ABORTED)),
        ("doomed__exits", ends("doomed__exits", "(exit code 3)")),
        ("doomed__crashes", ends("doomed__crashes", "(signal 11: segmentation fault)")),
        ("doomed__overflows", ends("doomed__overflows", ABORTED)),
        ("doomed__overflows_later", ends("doomed__overflows_later", ABORTED)),
        ("doomed__hungers", ends("doomed__hungers", ABORTED)),
        ("rusty__panics", "Panic: the shelf is empty".to_owned()),
        ("rusty__panics_later", "Panic: the shelf is still empty".to_owned()),
        ("rusty__prints", "printed".to_owned()),
        ("doomed__listens", String::new()),
        ("doomed__hushes", "hushed".to_owned()),
        ("rusty__prints", "printed".to_owned()),
        ("rusty__spins", TIMEOUT.to_owned()),
        ("rusty__sleeps", TIMEOUT.to_owned()),
        ("rusty__blocks", TIMEOUT.to_owned()),
    ];
    // the first call of a program starts its worker, which is not measured
    let mut all = server();
    let mut marked = serving(&[]);
    marked.call("doomed__process", &json!({}));
    for (tool, wanted) in matrix {
        survives(&mut all, tool, &wanted);
        if tool.starts_with("doomed") {
            survives(&mut marked, tool, &wanted);
        }
    }
    assert!(all.close().success() && marked.close().success());
}

#[test]
fn what_closed_streams_make_room_for_is_no_standard_stream() {
    let mut client = server();
    client.call("doomed__hushes", &json!({}));
    let opened: i32 = client.call("doomed__opens", &json!({})).text().parse().expect("a number");
    assert!(opened > 2, "a file was opened as standard stream {opened}");
}

#[test]
fn a_result_of_100_megabytes_arrives_whole() {
    let mut command = program();
    command.args(["call", "--isolate", "--spill", "all", "doomed__swells", r#"{"bytes":100000000}"#]);
    let output = command.output().expect("the program runs");
    let said = String::from_utf8_lossy(&output.stderr);
    let path = said.trim().trim_end_matches(']').rsplit(' ').next().expect("it says where the text is");
    let file = Path::new(path);
    let length = std::fs::metadata(file).unwrap_or_else(|error| panic!("{error}: {said}")).len();
    std::fs::remove_file(file).expect("it is ours");
    assert_eq!(length, 100_000_000);
}

#[test]
fn calls_beside_a_stuck_one_finish_and_its_process_goes() {
    let mut client = server();
    let process = |client: &mut Client| client.call("doomed__process", &json!({})).text().to_owned();
    let first = process(&mut client);
    let spin = client.post("tools/call", &json!({"name": "rusty__spins", "arguments": {}}));
    // it begins in the first process and ends in it, after the other has been left to itself
    thread::sleep(Duration::from_millis(650));
    let beside = client.post("tools/call", &json!({"name": "kept__slowly", "arguments": {"milliseconds": 1_500}}));
    assert_eq!(client.answer(spin, AMPLE).expect("it is answered").text(), TIMEOUT);
    assert_eq!(client.answer(beside, AMPLE).expect("it is answered").text(), "1");
    let until = Instant::now() + AMPLE;
    while Path::new(&format!("/proc/{first}")).exists() {
        assert!(Instant::now() < until, "the process of the stuck call is left");
        thread::sleep(Duration::from_millis(20));
    }
    assert_ne!(process(&mut client), first);
}

#[test]
fn a_runs_instance_is_kept_until_its_process_ends_and_then_the_answer_says_so() {
    let mut client = server();
    let up = |client: &mut Client| client.call("kept__up", &json!({}));
    assert_eq!((up(&mut client).text(), up(&mut client).text()), ("1", "2"));
    client.call("doomed__exits", &json!({}));
    let answer = up(&mut client);
    assert_eq!(answer.text(), "1");
    let wanted = "the Rust worker ended (exit code 3), and what it held is lost";
    assert!(answer.line.contains(wanted), "{}", answer.line);
    let answer = up(&mut client);
    assert_eq!(answer.text(), "2");
    assert!(!answer.line.contains("is lost"), "{}", answer.line);
}

#[test]
fn no_process_runs_before_the_first_call_and_none_is_left_behind() {
    let mut command = program();
    let mut client = Client::of(command.args(["serve", "--stdio", "--isolate"]));
    client.request("tools/list", json!({}));
    assert_eq!(descendants(client.id()), [0_u32; 0], "nothing was called");
    client.call("doomed__exits", &json!({}));
    client.call("rusty__quick", &json!({}));
    let workers = descendants(client.id());
    assert_eq!(workers.len(), 1, "one worker, and no process that nobody waits for: {workers:?}");
    assert!(client.close().success());
    gone(&workers);
}

#[test]
fn only_marked_tools_run_apart_unless_all_are_to() {
    let mut client = serving(&[]);
    let own = client.id().to_string();
    assert_eq!(client.call("isolated__beside", &json!({})).text(), own);
    assert_ne!(client.call("isolated__apart", &json!({})).text(), own);
    let mut client = server();
    let own = client.id().to_string();
    assert_ne!(client.call("isolated__beside", &json!({})).text(), own);
}

/// It is isolated, in a program that cannot be its worker.
#[tool(isolate)]
fn homeless() -> u32 {
    std::process::id()
}

#[test]
fn a_program_that_cannot_be_the_worker_says_what_to_call_and_a_test_runs_the_tool_itself() {
    let dispatcher = Dispatcher::new(Registry::linked().expect("the tools are sound"), Options::default());
    let run = dispatcher.run("test");
    let (tell, told) = std::sync::mpsc::channel();
    let request = Request { name: "isolated__homeless", arguments: None, run, bound: None };
    dispatcher.call(request, move |reply| tell.send(reply).expect("the test waits"));
    let Ok(Reply::Ended(ended)) = told.recv_timeout(AMPLE) else { panic!("the tool is known") };
    assert_eq!(
        ended.outcome.expect_err("a test binary is no worker").to_string(),
        "RuntimeError: isolated tools run in a copy of their program, and the `main` of this one calls neither \
         `toolkit::main` nor `ServerBuilder::main`; call one of them, or take `isolate` away"
    );
    dispatcher.stop();
    assert_eq!(toolkit::testing::call("isolated__homeless", json!({})).value(), std::process::id());
}

#[test]
fn an_isolated_tool_has_its_context_whole() {
    let mut client = server();
    for (tool, wanted) in [
        ("asking__asks", "1"),
        ("asking__asks_later", "2"),
        ("kept__up", "3"),
        ("asking__asks", "4"),
        ("asking__says", "all in one shelf process true"),
    ] {
        let answer = client.call(tool, &json!({}));
        assert_eq!(answer.text(), wanted, "{tool}: {}", answer.line);
    }
    let answer = client.call("asking__asks_in_vain", &json!({}));
    assert!(answer.text().starts_with("LookupError: "), "{}", answer.line);
    // and who asks pays for what the other does
    client.call("doomed__exits", &json!({}));
    assert_eq!(client.call("asking__asks", &json!({})).text(), "1");
}

#[test]
fn a_killed_server_takes_its_worker_along() {
    let mut client = server();
    client.post("tools/call", &json!({"name": "rusty__spins", "arguments": {}}));
    thread::sleep(Duration::from_millis(100));
    let workers = descendants(client.id());
    assert_eq!(workers.len(), 1);
    drop(client);
    gone(&workers);
}

fn gone(processes: &[u32]) {
    let until = Instant::now() + AMPLE;
    while processes.iter().any(|process| Path::new(&format!("/proc/{process}")).exists()) {
        assert!(Instant::now() < until, "still there: {processes:?}");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_thousand_mixed_calls_16_at_once_each_get_their_own_answer_or_why_not() {
    const CALLS: u64 = 1_000;
    let mut client = server();
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = move |below: u64| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed % below
    };
    let mut flights: Vec<(u64, &str, u64)> = Vec::new();
    let mut counts = [0_u32; 3];
    for n in 0..CALLS + 16 {
        if flights.len() == 16 || n >= CALLS {
            if flights.is_empty() {
                break;
            }
            let (id, tool, n) = flights.remove(random(flights.len() as u64) as usize);
            let answer = client.answer(id, AMPLE).unwrap_or_else(|| panic!("{tool} was never answered"));
            let text = answer.text();
            let other = text.starts_with("RuntimeError: the Rust worker") || text.contains("ended the Rust worker");
            let own = match tool {
                "rusty__quick" => text == n.to_string(),
                "doomed__swells" => text.len() as u64 == n % 10_000 + 1,
                "rusty__panics" => text == "Panic: the shelf is empty",
                "rusty__sleeps" => text == TIMEOUT,
                _ => other,
            };
            // a call that is cut short by another's crash says so, and none has somebody else's answer
            assert!(own || other, "{tool} {n} answered {}", answer.line);
            counts[if own { 0 } else { 1 }] += 1;
        }
        if n < CALLS {
            let tool = match random(100) {
                0..2 => "doomed__aborts",
                2..4 => "doomed__exits",
                4..5 => "rusty__sleeps",
                5..10 => "rusty__panics",
                10..30 => "doomed__swells",
                _ => "rusty__quick",
            };
            let arguments = match tool {
                "rusty__quick" => json!({"n": n}),
                "doomed__swells" => json!({"bytes": n % 10_000 + 1}),
                _ => json!({}),
            };
            flights.push((client.post("tools/call", &json!({"name": tool, "arguments": arguments})), tool, n));
        }
    }
    println!("{} had their own answer, {} were cut short by another's crash", counts[0], counts[1]);
    assert_eq!(u64::from(counts[0] + counts[1]), CALLS);
    let workers = descendants(client.id());
    assert!(workers.len() <= 5, "workers are left: {workers:?}");
    assert!(client.close().success());
    gone(&workers);
}
