//! When calls stop being waited for. One thread of ours sleeps until the earliest deadline, whatever tools do; it
//! says that a deadline has passed and does nothing else.

use crate::context::CallId;
use std::{
    collections::BTreeSet,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// The deadlines of all calls that are waited for.
pub(crate) struct Deadlines {
    shared: Arc<Shared>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

struct Shared {
    state: Mutex<State>,
    woken: Condvar,
}

struct State {
    calls: BTreeSet<(Instant, CallId)>,
    /// When the thread wakes by itself. A later deadline need not wake it, so that a quick call costs no system call.
    wakes: Instant,
    /// What time it is for bounds, where a test says so: nothing passes by itself then.
    paused: Option<Instant>,
    stopped: bool,
}

/// How long the thread sleeps when there is nothing to wait for.
const IDLE: Duration = Duration::from_secs(3600);

impl Deadlines {
    /// Starts the thread; `passed` is called on it for every call whose deadline passed. Where time is paused only
    /// [`Deadlines::advance`] lets them pass.
    pub(crate) fn start(paused: bool, passed: impl Fn(CallId) + Send + 'static) -> Self {
        let now = Instant::now();
        let paused = paused.then_some(now);
        let state = State { calls: BTreeSet::new(), wakes: now + IDLE, paused, stopped: false };
        let shared = Arc::new(Shared { state: Mutex::new(state), woken: Condvar::new() });
        let own = Arc::clone(&shared);
        let thread = thread::Builder::new().name("deadlines".to_owned()).spawn(move || own.watch(&passed)).ok();
        Self { shared, thread: Mutex::new(thread) }
    }

    pub(crate) fn add(&self, deadline: Instant, id: CallId) {
        let mut state = self.shared.lock();
        let deadline = match state.paused {
            // of the real time that passed since the pause, a bound has used nothing up
            Some(paused) => deadline - (Instant::now() - paused),
            None => deadline,
        };
        state.calls.insert((deadline, id));
        if deadline < state.wakes {
            state.wakes = deadline;
            drop(state);
            self.shared.woken.notify_one();
        }
    }

    pub(crate) fn remove(&self, deadline: Instant, id: CallId) {
        let mut state = self.shared.lock();
        if !state.calls.remove(&(deadline, id)) && state.paused.is_some() {
            state.calls.retain(|(_, known)| *known != id);
        }
    }

    /// Lets paused time pass.
    pub(crate) fn advance(&self, by: Duration) {
        let mut state = self.shared.lock();
        state.paused = state.paused.map(|now| now + by);
        drop(state);
        self.shared.woken.notify_one();
    }

    pub(crate) fn stop(&self) {
        self.shared.lock().stopped = true;
        self.shared.woken.notify_one();
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread
            && thread.thread().id() != thread::current().id()
        {
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn watch(&self, passed: &impl Fn(CallId)) {
        let mut state = self.lock();
        while !state.stopped {
            let now = state.paused.unwrap_or_else(Instant::now);
            if let Some((deadline, id)) = state.calls.first().copied()
                && deadline <= now
            {
                state.calls.pop_first();
                drop(state);
                passed(id);
                state = self.lock();
                continue;
            }
            state.wakes = state.calls.first().map_or(now + IDLE, |(deadline, _)| *deadline);
            let sleep = if state.paused.is_some() { IDLE } else { state.wakes - now };
            state = self.woken.wait_timeout(state, sleep).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}
