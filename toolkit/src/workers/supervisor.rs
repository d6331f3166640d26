//! The server's side of the worker: it hands calls over, takes answers in, and sees to it that there is a worker that
//! can serve the next call, whatever the last one did.
//!
//! Callers never wait here: a call is written to the socket by whoever brings it, and one thread, the keeper, does all
//! the rest. Deadlines are the dispatcher's; what is said here is how a call that is no longer waited for ends.

use super::{
    Frame, Head, Kind, Link, Op, Source, Wire,
    bell::Bell,
    calls::{Calls, Entry, Stand},
    keeper::Keeper,
    lock,
};
use crate::{
    context::{CallId, RunId},
    error::{Failure, Report},
    outcome::{Notes, Outcome},
    provider::{Asked, Call, Cut, Done, Listing, Provider},
};
use std::{
    collections::HashMap,
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread::JoinHandle,
    time::{Duration, Instant},
};

/// The tools of one source, behind a worker.
pub struct Supervisor {
    shared: Arc<Shared>,
    keeper: Mutex<Option<JoinHandle<()>>>,
}

/// What callers and the keeper share.
pub(super) struct Shared {
    pub kind: Kind,
    pub bound: Duration,
    pub source: Mutex<Box<dyn Source>>,
    pub state: Mutex<State>,
    /// Somebody waits in `list`.
    pub listed: Condvar,
    pub bell: Bell,
}

#[derive(Default)]
pub(super) struct State {
    pub calls: Calls,
    /// Where calls are sent, and its number: the worker that has loaded everything.
    pub link: Option<(u32, Arc<Link>)>,
    /// The worker's number for each tool.
    keys: HashMap<String, u64>,
    listing: Listing,
    /// How often there was something new to list.
    loaded: u64,
    /// Of these, which was given out last.
    given: u64,
    /// Loads asked for, and the last one that was answered, well or not.
    pub asked: u64,
    pub answered: u64,
    /// Why nothing could be loaded.
    pub trouble: Vec<Report>,
    pub stopped: bool,
}

/// A duration as texts have it: `120s`, `0.5s`.
pub(super) fn seconds(of: Duration) -> String {
    format!("{}s", (of.as_secs_f64() * 100.0).round() / 100.0)
}

impl Supervisor {
    /// For a source. No worker is started before one is needed. `bound` is for loading.
    ///
    /// # Errors
    ///
    /// When the system has no thread or no socket pair to give.
    pub fn open(source: Box<dyn Source>, bound: Duration) -> std::io::Result<Self> {
        let mut state = State::default();
        if let Some(listing) = source.listing() {
            state.take_listing(listing);
            state.given = state.loaded;
        }
        let shared = Arc::new(Shared {
            kind: source.kind(),
            bound,
            source: Mutex::new(source),
            state: Mutex::new(state),
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
        let moved = lock(&self.shared.source).moved(Asked::All);
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
            let message = format!("loading the {} exceeded {}", self.shared.kind.tools, seconds(self.shared.bound));
            listing.errors.push(self.shared.about_all(message));
        }
        listing
    }

    fn moved(&self, asked: Asked<'_>) -> bool {
        let state = lock(&self.shared.state);
        if state.given != state.loaded || state.loaded == 0 {
            return true;
        }
        drop(state);
        lock(&self.shared.source).moved(asked)
    }

    fn start(&self, call: Call, done: Done) {
        // the arguments are copied before anybody else has to wait for it
        let mut frame = Vec::new();
        write_call(self.shared.kind, &call, Head::new(Op::Call, Wire::default()), &mut frame);
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
        let run = call.context.run_id().0;
        let call = state.calls.admit(call, done);
        let Some(entry) = state.calls.get(call).filter(|entry| entry.stand == Stand::Waits) else { return };
        let (Some((number, link)), Some(key)) = (ready, key) else {
            state.calls.wait(call);
            drop(state);
            return self.shared.bell.ring();
        };
        entry.stand = Stand::Sent(number);
        drop(state);
        Frame::address(&mut frame, Head { key, run, ..Head::new(Op::Call, call) });
        // should the worker be gone by now, the keeper finds the call and sends it to the next one
        link.outbox.send(&frame);
    }

    fn cut(&self, id: CallId, why: Cut) {
        let mut state = lock(&self.shared.state);
        let Some(call) = state.calls.find(id) else { return };
        let sent = state.calls.get(call).is_some_and(|entry| matches!(entry.stand, Stand::Sent(_)));
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
        if let Some((_, link)) = link {
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
pub(super) fn finish(entry: Entry, outcome: Outcome) {
    let notes = Notes { fresh_instance: entry.note };
    entry.done.finish_noting(outcome, notes);
}

/// The tool was offered when the call was made, and is not any more.
pub(super) fn gone(call: &Call) -> Failure {
    let spec = &call.tool.spec;
    Failure::new("LookupError", format!("`{}` is no longer in {}; list the tools again", spec.name, spec.origin.file))
}

impl State {
    /// There is something new to list.
    pub(super) fn take_listing(&mut self, listing: Listing) {
        self.keys = listing.tools.iter().map(|tool| (tool.spec.name.to_string(), tool.key)).collect();
        self.listing = listing;
        self.loaded += 1;
    }

    /// Calls that can go now: their frames, and those whose tool is gone.
    fn sendable(&mut self, kind: Kind) -> (Vec<u8>, Vec<Entry>) {
        let (mut frames, mut lost) = (Vec::new(), Vec::new());
        let Some((number, _)) = self.link else { return (frames, lost) };
        while let Some(wire) = self.calls.next_waiting() {
            let Some(entry) = self.calls.get(wire) else { continue };
            let Some(&key) = self.keys.get(&*entry.call.tool.spec.name) else {
                lost.extend(self.calls.remove(wire));
                continue;
            };
            entry.stand = Stand::Sent(number);
            let head = Head { key, run: entry.call.context.run_id().0, ..Head::new(Op::Call, wire) };
            write_call(kind, &entry.call, head, &mut frames);
        }
        (frames, lost)
    }
}

fn write_call(kind: Kind, call: &Call, head: Head, frames: &mut Vec<u8>) {
    let frame = Frame::begin(frames, head);
    (kind.write_call)(call, frames);
    // arguments are bounded far below what a frame holds
    let _ = frame.end(frames);
}

impl Shared {
    /// A report about all tools of the source.
    pub(super) fn about_all(&self, message: String) -> Report {
        Report { file: self.kind.place.to_owned(), line: None, message }
    }

    /// Sends what can go now.
    pub(super) fn send_waiting(&self) {
        let mut state = lock(&self.state);
        if !state.calls.any_waits() {
            return;
        }
        let (frames, lost) = state.sendable(self.kind);
        let link = state.link.clone();
        drop(state);
        if let Some((_, link)) = link
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
