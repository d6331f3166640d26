//! The runtime of async tools. A future that does not return from a poll holds a worker for as long as it likes; a
//! runtime with such a one takes no more calls, and those that no worker had begun move to a fresh one, so that no
//! number of blocked tools stops the next call.

use super::GRACE;
use crate::provider::CallId;
use std::{
    collections::HashMap,
    future::{Future, poll_fn},
    pin::Pin,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};
use tokio::{
    runtime::{Builder, Runtime},
    task::AbortHandle,
};

const WORKERS: usize = 4;
const STACK: usize = 8 << 20;
/// How often it is looked whether a poll is held up.
const TICK: Duration = Duration::from_millis(10);
/// A poll that lasts longer blocks its worker.
const LONG_POLL: Duration = Duration::from_millis(20);
/// The watcher looks on for this many ticks after the last call, so that not every call has to wake it.
const LINGER: u32 = 100;

type BoxedFuture = Pin<Box<dyn Future<Output = ()> + Send>>;
/// What to do about a call that was cut and goes on.
type Stuck = Box<dyn FnOnce() + Send>;

/// The runtime that takes new calls, and the calls of all that still run.
#[derive(Clone)]
pub(super) struct Runtimes(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    begun: Condvar,
    epoch: Instant,
}

#[derive(Default)]
struct State {
    current: Option<Arc<Lane>>,
    running: HashMap<CallId, Running>,
    watcher: Watcher,
    stopped: bool,
}

#[derive(Default, PartialEq, Eq)]
enum Watcher {
    #[default]
    NotStarted,
    Asleep,
    Awake,
}

/// One runtime; it ends when it is retired and its last call is over.
struct Lane {
    runtime: Option<Runtime>,
}

struct Running {
    lane: Arc<Lane>,
    task: AbortHandle,
    call: Arc<AsyncCall>,
    /// When the call was cut, and what to do when it is not over soon after.
    cut: Option<(Instant, Stuck)>,
}

struct AsyncCall {
    /// The future, until a worker begins it.
    future: Mutex<Option<BoxedFuture>>,
    /// When the poll that it is in began, in milliseconds of the epoch; 0 between polls.
    polled: AtomicU64,
}

impl Runtimes {
    pub(super) fn new() -> Self {
        Self(Arc::new(Shared { state: Mutex::default(), begun: Condvar::new(), epoch: Instant::now() }))
    }

    /// Runs a call's future.
    pub(super) fn spawn(&self, id: CallId, future: impl Future<Output = ()> + Send + 'static) {
        let over = Over { shared: Arc::clone(&self.0), id };
        let future: BoxedFuture = Box::pin(async move {
            let _over = over;
            future.await;
        });
        let call = Arc::new(AsyncCall { future: Mutex::new(Some(future)), polled: AtomicU64::new(0) });
        let mut state = self.0.lock();
        let begun = if state.stopped { None } else { state.lane().and_then(|lane| begin(&self.0, &lane, &call)) };
        let Some((lane, task)) = begun else {
            drop(state);
            // The future goes without the lock: what it holds says that the call is over.
            return drop(call);
        };
        state.running.insert(id, Running { lane, task, call, cut: None });
        let wake = self.0.wants_watch(&mut state);
        drop(state);
        if wake {
            self.0.begun.notify_one();
        }
    }

    /// Nobody waits for this call any more: its future is dropped where it next waits, and `stuck` is called when it
    /// does not do so soon. `false` when there is no such call here.
    pub(super) fn cut(&self, id: CallId, stuck: impl FnOnce() + Send + 'static) -> bool {
        let mut state = self.0.lock();
        let Some(running) = state.running.get_mut(&id) else { return false };
        running.cut = Some((Instant::now(), Box::new(stuck)));
        let (task, unbegun) = (running.task.clone(), running.call.take());
        drop(state);
        task.abort();
        drop(unbegun);
        true
    }

    pub(super) fn stop(&self) {
        let mut state = self.0.lock();
        state.stopped = true;
        let (current, running) = (state.current.take(), std::mem::take(&mut state.running));
        drop(state);
        self.0.begun.notify_all();
        for call in running.values() {
            call.task.abort();
        }
        drop((current, running));
    }
}

/// Gives a call to a runtime's workers.
fn begin(shared: &Arc<Shared>, lane: &Arc<Lane>, call: &Arc<AsyncCall>) -> Option<(Arc<Lane>, AbortHandle)> {
    let (epoch, own) = (shared.epoch, Arc::clone(call));
    let task = lane.runtime.as_ref()?.spawn(async move {
        // It is gone when it was cut, or moved to another runtime because nobody here came to it.
        let Some(mut future) = own.take() else { return };
        poll_fn(|task| {
            own.polled.store(since(epoch), Ordering::Relaxed);
            let poll = future.as_mut().poll(task);
            own.polled.store(0, Ordering::Relaxed);
            poll
        })
        .await;
    });
    Some((Arc::clone(lane), task.abort_handle()))
}

/// Milliseconds since `epoch`, from 1.
fn since(epoch: Instant) -> u64 {
    epoch.elapsed().as_millis() as u64 + 1
}

impl AsyncCall {
    fn take(&self) -> Option<BoxedFuture> {
        self.future.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wants_watch(self: &Arc<Self>, state: &mut State) -> bool {
        if state.watcher == Watcher::Awake {
            return false;
        }
        if state.watcher == Watcher::NotStarted {
            let shared = Arc::clone(self);
            let started = thread::Builder::new().name("async tools".to_owned()).spawn(move || shared.watch());
            if started.is_err() {
                return false;
            }
        }
        state.watcher = Watcher::Awake;
        true
    }

    fn watch(self: &Arc<Self>) {
        let mut quiet = 0;
        let mut state = self.lock();
        while !state.stopped {
            if state.running.is_empty() && quiet >= LINGER {
                state.watcher = Watcher::Asleep;
                state = self
                    .begun
                    .wait_while(state, |state| state.watcher == Watcher::Asleep && !state.stopped)
                    .unwrap_or_else(PoisonError::into_inner);
            }
            drop(state);
            thread::sleep(TICK);
            state = self.lock();
            quiet = if state.running.is_empty() { quiet + 1 } else { 0 };
            let (retired, stuck) = self.look(&mut state);
            drop(state);
            drop(retired);
            stuck.into_iter().for_each(|stuck| stuck());
            state = self.lock();
        }
    }

    /// Retires the current runtime when a poll on it is held up, moves what no worker has begun, and finds the calls
    /// that were cut and go on. What it returns is dropped and called without the lock.
    fn look(self: &Arc<Self>, state: &mut State) -> (Vec<Arc<Lane>>, Vec<Stuck>) {
        let now = since(self.epoch);
        let long = LONG_POLL.as_millis() as u64;
        let held_up = |running: &Running| match running.call.polled.load(Ordering::Relaxed) {
            0 => false,
            began => now.saturating_sub(began) > long,
        };
        let blocked: Vec<_> = state.running.values().filter(|r| held_up(r)).map(|r| Arc::clone(&r.lane)).collect();
        let is_blocked = |lane: &Arc<Lane>| blocked.iter().any(|other| Arc::ptr_eq(lane, other));
        let mut retired: Vec<_> = state.current.take_if(|current| is_blocked(current)).into_iter().collect();
        let unbegun: Vec<_> = state
            .running
            .iter()
            .filter(|(_, r)| is_blocked(&r.lane) && r.call.future.try_lock().is_ok_and(|future| future.is_some()))
            .map(|(id, _)| *id)
            .collect();
        for id in unbegun {
            let Some(lane) = state.lane() else { break };
            let Some(running) = state.running.get_mut(&id) else { continue };
            if let Some((lane, task)) = begin(self, &lane, &running.call) {
                running.task = task;
                retired.push(std::mem::replace(&mut running.lane, lane));
            }
        }
        let cut = |running: &mut Running| running.cut.take_if(|(when, _)| when.elapsed() >= GRACE);
        let stuck = state.running.values_mut().filter_map(cut).map(|(_, stuck)| stuck).collect();
        retired.extend(blocked);
        (retired, stuck)
    }
}

impl State {
    /// The runtime for the next call, made when there is none.
    fn lane(&mut self) -> Option<Arc<Lane>> {
        if self.current.is_none() {
            let runtime = Builder::new_multi_thread()
                .worker_threads(WORKERS)
                .thread_name("async tool")
                .thread_stack_size(STACK)
                .enable_all()
                .build()
                .ok()?;
            self.current = Some(Arc::new(Lane { runtime: Some(runtime) }));
        }
        self.current.clone()
    }
}

impl Drop for Lane {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Says that a call's future is gone: ended, or dropped.
struct Over {
    shared: Arc<Shared>,
    id: CallId,
}

impl Drop for Over {
    fn drop(&mut self) {
        let over = self.shared.lock().running.remove(&self.id);
        drop(over);
    }
}
