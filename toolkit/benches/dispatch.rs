//! What a call of a Rust tool costs, in process and isolated: one after another, and 64 in flight.
//!
//! `cargo bench -p toolkit --bench dispatch`

use divan::{Bencher, counter::ItemsCount};
use std::{
    process::ExitCode,
    sync::{Arc, mpsc},
    time::Duration,
};
use toolkit::{Dispatcher, EventLog, Options, Registry, Reply, Request, providers::ProcessRole, tool};

/// Add two numbers.
#[tool]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn dispatcher(options: Options) -> Arc<Dispatcher> {
    let registry = Registry::linked().expect("one tool has no double");
    Dispatcher::new(registry, options.bound(Duration::from_secs(120)))
}

/// Keeps `flight` calls under way until `calls` have ended.
fn pump(dispatcher: &Arc<Dispatcher>, calls: usize, flight: usize) {
    let run = dispatcher.run("bench");
    let (ended, wait) = mpsc::channel();
    let start = || {
        let ended = ended.clone();
        let request = Request { name: "dispatch__add", arguments: Some(r#"{"a":1,"b":2}"#), run, bound: None };
        dispatcher.call(request, move |reply| {
            let _ = ended.send(reply);
        });
    };
    (0..flight.min(calls)).for_each(|_| start());
    for begun in flight.min(calls)..calls + flight.min(calls) {
        let Reply::Ended(reply) = wait.recv().expect("every call ends") else { panic!("the tool is known") };
        assert_eq!(reply.outcome.expect("it adds").json, "3");
        if begun < calls {
            start();
        }
    }
}

const CALLS: usize = 1000;

/// The mean of a thousand calls, with `flight` under way at any time.
#[divan::bench(args = [1, 64])]
fn in_flight(bencher: Bencher<'_, '_>, flight: usize) {
    let dispatcher = dispatcher(Options::default());
    bencher.counter(ItemsCount::new(CALLS)).bench(|| pump(&dispatcher, CALLS, flight));
    dispatcher.stop();
}

/// The same with the event log on.
#[divan::bench(args = [1, 64])]
fn in_flight_logged(bencher: Bencher<'_, '_>, flight: usize) {
    let dispatcher = dispatcher(Options::default().log(EventLog::to(std::io::sink())));
    bencher.counter(ItemsCount::new(CALLS)).bench(|| pump(&dispatcher, CALLS, flight));
    dispatcher.stop();
}

/// The same in a worker process.
#[divan::bench(args = [1, 64])]
fn in_flight_isolated(bencher: Bencher<'_, '_>, flight: usize) {
    let dispatcher = dispatcher(Options::default().isolate(true));
    // the worker is up before anything is measured
    pump(&dispatcher, 1, 1);
    bencher.counter(ItemsCount::new(CALLS)).bench(|| pump(&dispatcher, CALLS, flight));
    dispatcher.stop();
}

fn main() -> ExitCode {
    // the worker is a copy of this program
    if let Some(code) = inventory::iter::<ProcessRole>.into_iter().find_map(|role| (role.run)()) {
        return code;
    }
    divan::main();
    ExitCode::SUCCESS
}
