//! Where async tools run. Their futures are polled on workers that can be replaced, and what they wait for (timers,
//! sockets) is watched by a runtime that polls none of them: a future that does not return from a poll holds its worker
//! for as long as it likes, and all others move to fresh workers, so that no number of blocked tools stops a call.

use super::{GRACE, watcher::Watcher};
use crate::context::CallId;
use std::{
    collections::HashMap,
    future::{Future, poll_fn},
    pin::Pin,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    task::{self, Poll},
    thread,
    time::{Duration, Instant},
};
use tokio::runtime::{Builder, Handle, Runtime};

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

/// The workers that take new calls, and the calls of all that still run.
#[derive(Clone)]
pub(super) struct Runtimes(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    begun: Condvar,
    epoch: Instant,
}

#[derive(Default)]
struct State {
    /// Watches timers and sockets, and runs what tools spawn.
    driver: Option<Owned>,
    current: Option<Arc<Lane>>,
    lanes: u64,
    running: HashMap<CallId, Running>,
    watcher: Watcher,
    stopped: bool,
}

/// Workers that poll futures; they end when they are retired and their last call is over.
struct Lane {
    number: u64,
    workers: Owned,
    driver: Handle,
}

struct Running {
    lane: Arc<Lane>,
    call: Arc<AsyncCall>,
    /// When the call was cut, and what to do when it is not over soon after.
    cut: Option<(Instant, Stuck)>,
}

struct AsyncCall {
    cell: Mutex<Cell>,
    /// When the poll that it is in began, in milliseconds of the epoch; 0 between polls.
    polled: AtomicU64,
}

struct Cell {
    /// The lane that may poll it.
    lane: u64,
    /// The future, except while it is polled.
    future: Option<BoxedFuture>,
    /// Nobody waits for it any more.
    cut: bool,
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
        let cell = Mutex::new(Cell { lane: 0, future: Some(future), cut: false });
        let call = Arc::new(AsyncCall { cell, polled: AtomicU64::new(0) });
        let mut state = self.0.lock();
        let lane = if state.stopped { None } else { state.lane() };
        let Some(lane) = lane else {
            drop(state);
            // The future goes without the lock: what it holds says that the call is over.
            return drop(call);
        };
        state.running.insert(id, Running { lane: Arc::clone(&lane), call: Arc::clone(&call), cut: None });
        lane.take(self.0.epoch, &call);
        let wake = self.0.wants_watch(&mut state);
        drop(state);
        if wake {
            self.0.begun.notify_one();
        }
    }

    /// Nobody waits for this call any more: its future is dropped when it is in no poll, and `stuck` is called when
    /// its poll does not end soon. `false` when there is no such call here.
    pub(super) fn cut(&self, id: CallId, stuck: impl FnOnce() + Send + 'static) -> bool {
        let mut state = self.0.lock();
        let Some(running) = state.running.get_mut(&id) else { return false };
        running.cut = Some((Instant::now(), Box::new(stuck)));
        let call = Arc::clone(&running.call);
        let Some(future) = call.cut() else { return true };
        // Author's code runs when a future is dropped, and may block: that is for a worker, under the watcher's eyes.
        let Some(lane) = state.lane() else {
            drop(state);
            drop(future);
            return true;
        };
        if let Some(running) = state.running.get_mut(&id) {
            running.lane = Arc::clone(&lane);
        }
        drop(state);
        let (epoch, driver) = (self.0.epoch, lane.driver.clone());
        lane.workers.spawn(async move {
            let _inside = driver.enter();
            call.polled.store(since(epoch), Ordering::Relaxed);
            drop(future);
            call.polled.store(0, Ordering::Relaxed);
        });
        true
    }

    pub(super) fn stop(&self) {
        let mut state = self.0.lock();
        state.stopped = true;
        let (current, driver) = (state.current.take(), state.driver.take());
        let running = std::mem::take(&mut state.running);
        drop(state);
        self.0.begun.notify_all();
        for running in running.values() {
            running.call.lock().cut = true;
        }
        // The futures are dropped with the workers that would have polled them.
        drop((running, current, driver));
    }
}

impl Lane {
    /// Lets these workers poll a call from now on, and nobody else; `false` when it is in a poll.
    fn take(&self, epoch: Instant, call: &Arc<AsyncCall>) -> bool {
        let mut cell = call.lock();
        if cell.future.is_none() {
            return false;
        }
        cell.lane = self.number;
        drop(cell);
        let (call, lane, driver) = (Arc::clone(call), self.number, self.driver.clone());
        self.workers.spawn(poll_fn(move |task| {
            let _inside = driver.enter();
            call.poll(lane, epoch, task)
        }));
        true
    }
}

/// Milliseconds since `epoch`, from 1.
fn since(epoch: Instant) -> u64 {
    epoch.elapsed().as_millis() as u64 + 1
}

impl AsyncCall {
    fn lock(&self) -> MutexGuard<'_, Cell> {
        self.cell.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Polls the future, when it is this lane's to poll; ready when there is nothing more to do for the lane.
    fn poll(&self, lane: u64, epoch: Instant, task: &mut task::Context<'_>) -> Poll<()> {
        let taken = {
            let mut cell = self.lock();
            if cell.lane == lane { cell.future.take() } else { None }
        };
        let Some(mut future) = taken else { return Poll::Ready(()) };
        self.polled.store(since(epoch), Ordering::Relaxed);
        let poll = future.as_mut().poll(task);
        self.polled.store(0, Ordering::Relaxed);
        let mut cell = self.lock();
        if poll.is_pending() && !cell.cut {
            cell.future = Some(future);
            return Poll::Pending;
        }
        drop(cell);
        drop(future);
        Poll::Ready(())
    }

    /// The future, to be dropped, unless it is in a poll, which drops it then.
    fn cut(&self) -> Option<BoxedFuture> {
        let mut cell = self.lock();
        cell.cut = true;
        cell.future.take()
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wants_watch(self: &Arc<Self>, state: &mut State) -> bool {
        state.watcher.wake("async tools", self, |shared| shared.watch())
    }

    fn watch(&self) {
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

    /// Retires the workers of which one is held up, moves the calls that are in no poll to others, and finds the calls
    /// that were cut and go on. What it returns is dropped and called without the lock.
    fn look(&self, state: &mut State) -> (Vec<Arc<Lane>>, Vec<Stuck>) {
        let now = since(self.epoch);
        let long = LONG_POLL.as_millis() as u64;
        let held_up = |running: &&Running| match running.call.polled.load(Ordering::Relaxed) {
            0 => false,
            began => now.saturating_sub(began) > long,
        };
        let blocked: Vec<_> = state.running.values().filter(held_up).map(|r| Arc::clone(&r.lane)).collect();
        let mut retired = blocked.clone();
        let is_blocked = |lane: &Arc<Lane>| blocked.iter().any(|other| Arc::ptr_eq(lane, other));
        retired.extend(state.current.take_if(|current| is_blocked(current)));
        let moving: Vec<_> = state.running.iter().filter(|(_, r)| is_blocked(&r.lane)).map(|(id, _)| *id).collect();
        for id in moving {
            let Some(lane) = state.lane() else { break };
            let Some(running) = state.running.get_mut(&id) else { continue };
            if lane.take(self.epoch, &running.call) {
                retired.push(std::mem::replace(&mut running.lane, lane));
            }
        }
        let cut = |running: &mut Running| running.cut.take_if(|(when, _)| when.elapsed() >= GRACE);
        let stuck = state.running.values_mut().filter_map(cut).map(|(_, stuck)| stuck).collect();
        (retired, stuck)
    }
}

impl State {
    /// The workers for the next call, made when there are none.
    fn lane(&mut self) -> Option<Arc<Lane>> {
        if self.driver.is_none() {
            self.driver = Owned::new("async driver", true);
        }
        if self.current.is_none() {
            self.lanes += 1;
            let driver = self.driver.as_ref()?.handle()?;
            let workers = Owned::new("async tool", false)?;
            self.current = Some(Arc::new(Lane { number: self.lanes, workers, driver }));
        }
        self.current.clone()
    }
}

/// A runtime that can be dropped anywhere, also on a worker of its own.
struct Owned(Option<Runtime>);

impl Owned {
    fn new(name: &str, driver: bool) -> Option<Self> {
        let mut builder = Builder::new_multi_thread();
        builder.worker_threads(WORKERS).thread_name(name).thread_stack_size(STACK);
        if driver {
            builder.enable_all();
        }
        builder.build().ok().map(|runtime| Self(Some(runtime)))
    }

    fn handle(&self) -> Option<Handle> {
        self.0.as_ref().map(|runtime| runtime.handle().clone())
    }

    fn spawn(&self, future: impl Future<Output = ()> + Send + 'static) {
        if let Some(runtime) = &self.0 {
            drop(runtime.spawn(future));
        }
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
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
