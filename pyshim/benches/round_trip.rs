//! What a call of a Python tool costs: to the worker and back, one after another, and 64 in flight.
//!
//! `taskset -c 0 cargo bench -p pyshim --bench round_trip`; pinned to one core, since unpinned figures hang on where the
//! scheduler puts the threads. Printed, not asserted.

use std::{
    path::Path,
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};
use toolkit::{
    Context, RunId,
    providers::{Arguments, Call, CallId, Done, Factory, Harness, Offered, ProcessRole, Provider, Settings},
};
// linked for what it submits
use pyshim as _;

const BOUND: Duration = Duration::from_secs(120);

fn main() -> ExitCode {
    // the worker is a copy of this program
    if let Some(code) = inventory::iter::<ProcessRole>.into_iter().find_map(|role| (role.run)()) {
        return code;
    }
    let harness = Harness { root: Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/containment") };
    let factory = inventory::iter::<Factory>.into_iter().find(|factory| !(factory.claims)(&harness).is_empty());
    let factory = factory.expect("pyshim claims Python files");
    let provider = (factory.open)(&harness, &Settings { bound: BOUND }).expect("the harness opens");
    let tools = provider.list(Instant::now() + BOUND).tools;
    for (name, arguments, wanted) in [
        ("quick__add", r#"{"a":1,"b":2}"#, "3"),
        ("quick__later", r#"{"a":1,"b":2}"#, "3"),
        (
            "quick__echo",
            r#"{"value":[1,2.5,"text",{"a":null,"b":[true,false]}]}"#,
            r#"[1,2.5,"text",{"a":null,"b":[true,false]}]"#,
        ),
    ] {
        let tool = tools.iter().find(|tool| &*tool.spec.name == name).expect("the tool is offered").clone();
        let bench = Bench { provider: Arc::clone(&provider), tool, arguments, wanted };
        bench.flight(2_000, 1);
        let mut took: Vec<Duration> = (0..20_000).map(|_| bench.flight(1, 1)).collect();
        took.sort();
        let flight = bench.flight(200_000, 64);
        println!(
            "{name:14} one after another p50 {:?} p99 {:?} · 64 in flight {:.0} calls/s",
            took[took.len() / 2],
            took[took.len() * 99 / 100],
            200_000.0 / flight.as_secs_f64()
        );
    }
    provider.stop();
    ExitCode::SUCCESS
}

struct Bench {
    provider: Arc<dyn Provider>,
    tool: Offered,
    arguments: &'static str,
    wanted: &'static str,
}

impl Bench {
    /// Makes `calls` calls with up to `flight` under way.
    fn flight(&self, calls: usize, flight: usize) -> Duration {
        let ended = Arc::new(AtomicUsize::new(0));
        let (caller, wanted) = (thread::current(), self.wanted);
        let began = Instant::now();
        for begun in 0..calls {
            while begun - ended.load(Ordering::SeqCst) >= flight {
                thread::park();
            }
            let (counter, caller) = (Arc::clone(&ended), caller.clone());
            let done = Done::new(move |outcome| {
                assert_eq!(outcome.expect("the tool does well").json, wanted);
                // the caller sleeps until a quarter of the flight is over: waking it for each would be measured instead
                let ended = counter.fetch_add(1, Ordering::SeqCst) + 1;
                if ended % (flight / 4).max(1) == 0 || ended == calls {
                    caller.unpark();
                }
            });
            self.provider.start(self.call(begun as u64), done);
        }
        while ended.load(Ordering::SeqCst) < calls {
            thread::park();
        }
        began.elapsed()
    }

    fn call(&self, id: u64) -> Call {
        Call {
            id: CallId(id),
            tool: self.tool.clone(),
            arguments: Arguments { text: self.arguments.to_owned(), values: Vec::new() },
            context: Context::alone(RunId(1), Instant::now() + BOUND),
        }
    }
}
