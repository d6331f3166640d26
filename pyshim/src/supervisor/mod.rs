//! The server's side of the worker: it hands calls over, takes answers in, and sees to it that there is a worker that
//! can serve the next call, whatever the last one did.
//!
//! Callers never wait here: a call is written to the socket by whoever brings it, and one thread, the keeper, does all
//! the rest. Deadlines are the dispatcher's; what is said here is how a call that is no longer waited for ends.

mod bell;
mod calls;
mod keeper;
mod loading;
mod program;
mod recovery;

use crate::{
    link::{Blame, Frame, Head, Op, Wire},
    tree::Tree,
};
use bell::Bell;
use calls::{Calls, Entry, Stand};
use keeper::Keeper;
use program::Link;
use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread::JoinHandle,
    time::{Duration, Instant},
};
use toolkit::{
    Failure, Report, RunId,
    providers::{Asked, Call, CallId, Cut, Done, Harness, Listing, Provider},
};

/// The Python files of one harness.
pub(crate) struct Supervisor {
    shared: Arc<Shared>,
    keeper: Mutex<Option<JoinHandle<()>>>,
}

/// What callers and the keeper share.
struct Shared {
    root: PathBuf,
    bound: Duration,
    tree: Mutex<Tree>,
    state: Mutex<State>,
    /// Somebody waits in `list`.
    listed: Condvar,
    bell: Bell,
}

#[derive(Default)]
struct State {
    calls: Calls,
    /// Where calls are sent: the worker whose files are loaded.
    link: Option<Arc<Link>>,
    /// The worker's number for each tool.
    keys: HashMap<String, u64>,
    listing: Listing,
    /// How often files have been loaded.
    loaded: u64,
    /// Of these, which was given out last.
    given: u64,
    /// Loads asked for, and the last one that was answered, well or not.
    asked: u64,
    answered: u64,
    /// Why files could not be loaded.
    trouble: Vec<Report>,
    /// Files whose last import did not come back.
    blames: Vec<Blame>,
    stopped: bool,
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A report about all Python files.
fn about_all(message: String) -> Report {
    Report { file: "tools/".into(), line: None, message }
}

/// A duration as texts have it: `120s`, `0.5s`.
fn seconds(of: Duration) -> String {
    format!("{}s", (of.as_secs_f64() * 100.0).round() / 100.0)
}

impl Supervisor {
    /// For a harness. No worker is started before one is needed.
    pub(crate) fn open(harness: &Harness, bound: Duration) -> std::io::Result<Self> {
        let shared = Arc::new(Shared {
            root: harness.root.clone(),
            bound,
            tree: Mutex::new(Tree::new(harness)),
            state: Mutex::default(),
            listed: Condvar::new(),
            bell: Bell::new()?,
        });
        let keeper = Keeper::new(Arc::clone(&shared));
        let keeper = std::thread::Builder::new().name("worker-keeper".into()).spawn(move || keeper.keep())?;
        Ok(Self { shared, keeper: Mutex::new(Some(keeper)) })
    }
}

impl Provider for Supervisor {
    fn list(&self, until: Instant) -> Listing {
        let moved = lock(&self.shared.tree).moved(Asked::All);
        let mut state = lock(&self.shared.state);
        if !moved && state.loaded > 0 {
            state.given = state.loaded;
            return state.listing.clone();
        }
        state.asked += 1;
        let ticket = state.asked;
        self.shared.bell.ring();
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if state.answered >= ticket || left.is_zero() || state.stopped {
                break;
            }
            state = self.shared.listed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        state.given = state.loaded;
        let mut listing = state.listing.clone();
        listing.errors.extend_from_slice(&state.trouble);
        if state.answered < ticket && state.trouble.is_empty() {
            listing.errors.push(about_all(format!("loading the Python files exceeded {}", seconds(self.shared.bound))));
        }
        listing
    }

    fn moved(&self, asked: Asked<'_>) -> bool {
        let state = lock(&self.shared.state);
        if state.given != state.loaded || state.loaded == 0 {
            return true;
        }
        drop(state);
        lock(&self.shared.tree).moved(asked)
    }

    fn start(&self, call: Call, done: Done) {
        // the arguments are copied before anybody else has to wait for it
        let mut frame = Frame::whole(Head::new(Op::Call, Wire::default()), call.arguments.text.as_bytes());
        let mut state = lock(&self.shared.state);
        if state.stopped {
            drop(state);
            return done.finish(Err(Failure::new("RuntimeError", "the server is stopping")));
        }
        let ready = state.link.clone();
        let key = state.keys.get(&*call.tool.spec.name).copied();
        if ready.is_some() && key.is_none() {
            drop(state);
            return done.finish(Err(gone(&call)));
        }
        let run = call.run.0;
        let call = state.calls.admit(call, done);
        let Some(entry) = state.calls.get(call).filter(|entry| entry.stand == Stand::Waits) else { return };
        let (Some(link), Some(key)) = (ready, key) else {
            state.calls.wait(call);
            drop(state);
            return self.shared.bell.ring();
        };
        entry.stand = Stand::Sent;
        drop(state);
        Frame::address(&mut frame, Head { key, run, ..Head::new(Op::Call, call) });
        // should the worker be gone by now, the keeper finds the call and sends it to the next one
        link.outbox.send(&frame);
    }

    fn cut(&self, id: CallId, why: Cut) {
        let mut state = lock(&self.shared.state);
        let Some(call) = state.calls.find(id) else { return };
        let sent = state.calls.get(call).is_some_and(|entry| entry.stand == Stand::Sent);
        if sent {
            state.calls.cut(call, why, Instant::now());
            drop(state);
            return self.shared.bell.ring();
        }
        let entry = state.calls.remove(call);
        drop(state);
        if let Some(entry) = entry {
            finish(entry, Err(Failure::new("TimeoutError", "the call ended before its turn came")));
        }
        // the next in its turn may be able to go
        self.shared.bell.ring();
    }

    fn end_run(&self, run: RunId) {
        let mut state = lock(&self.shared.state);
        state.calls.end_run(run.0);
        let link = state.link.clone();
        drop(state);
        if let Some(link) = link {
            link.outbox.send(&Frame::whole(Head { run: run.0, ..Head::new(Op::EndRun, Wire::default()) }, &[]));
        }
    }

    fn stop(&self) {
        lock(&self.shared.state).stopped = true;
        self.shared.bell.ring();
        self.shared.listed.notify_all();
        if let Some(keeper) = lock(&self.keeper).take() {
            // a keeper that panicked has ended, which is all that is wanted
            let _ = keeper.join();
        }
    }
}

impl Drop for Supervisor {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Gives a call's outcome back. No lock is held: the caller may do anything.
fn finish(entry: Entry, outcome: toolkit::Outcome) {
    let notes = toolkit::Notes { fresh_instance: entry.note };
    entry.done.finish_noting(outcome, notes);
}

/// The tool was offered when the call was made, and is not any more.
fn gone(call: &Call) -> Failure {
    let spec = &call.tool.spec;
    Failure::new("LookupError", format!("`{}` is no longer in {}; list the tools again", spec.name, spec.origin.file))
}

impl State {
    /// Calls that can go now: their frames, and those whose tool is gone.
    fn sendable(&mut self) -> (Vec<u8>, Vec<Entry>) {
        let (mut frames, mut lost) = (Vec::new(), Vec::new());
        if self.link.is_none() {
            return (frames, lost);
        }
        while let Some(wire) = self.calls.next_waiting() {
            let Some(entry) = self.calls.get(wire) else { continue };
            let Some(&key) = self.keys.get(&*entry.call.tool.spec.name) else {
                lost.extend(self.calls.remove(wire));
                continue;
            };
            entry.stand = Stand::Sent;
            let frame = Frame::begin(&mut frames, Head { key, run: entry.call.run.0, ..Head::new(Op::Call, wire) });
            frames.extend_from_slice(entry.call.arguments.text.as_bytes());
            // arguments are bounded far below what a frame holds
            let _ = frame.end(&mut frames);
        }
        (frames, lost)
    }
}

impl Shared {
    /// Sends what can go now.
    fn send_waiting(&self) {
        let mut state = lock(&self.state);
        if !state.calls.any_waits() {
            return;
        }
        let (frames, lost) = state.sendable();
        let link = state.link.clone();
        drop(state);
        if let Some(link) = link
            && !frames.is_empty()
        {
            link.outbox.send(&frames);
        }
        for entry in lost {
            let failure = gone(&entry.call);
            finish(entry, Err(failure));
        }
    }
}
