//! Threads for sync tools: a few at first, more when those are held up, never more than a cap. A thread whose call was
//! cut short no longer counts, so that tools that never end do not use the pool up.

use super::watcher::Watcher;
use crate::context::CallId;
use std::{
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// Threads beyond this are not made, except in the place of abandoned ones.
const MOST: usize = 512;
/// How often it is looked whether calls are held up, while no thread is free.
const TICK: Duration = Duration::from_millis(1);
/// The watcher looks on for this many ticks after it was last needed, so that not every burst has to wake it.
const LINGER: u32 = 50;
/// Calls that end within this are taken one after another by the thread that is up, rather than by one more.
const BRISK: Duration = Duration::from_micros(20);
/// After this long without work a thread beyond the first few ends.
const IDLE: Duration = Duration::from_secs(10);
const STACK: usize = 8 << 20;

/// What a thread's slot holds while it runs no call, and when its call was cut short. Calls are numbered from 1.
const FREE: u64 = 0;
const ABANDONED: u64 = u64::MAX;
/// What it holds while its call waits for another.
const PARKED: u64 = u64::MAX - 2;

/// The threads and what waits for them.
#[derive(Clone)]
pub(crate) struct Pool(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    work: Condvar,
    held_up: Condvar,
    finished: AtomicU64,
    few: usize,
}

#[derive(Default)]
struct State {
    queue: VecDeque<Job>,
    /// The call that each thread runs.
    slots: Vec<Arc<AtomicU64>>,
    /// Threads that count: all but the abandoned.
    live: usize,
    /// Threads that sleep, and how many of them have been woken and are not up yet.
    sleeping: usize,
    woken: usize,
    /// The last call that ended was a brisk one.
    brisk: bool,
    watcher: Watcher,
    stopped: bool,
}

struct Job {
    id: CallId,
    run: Box<dyn FnOnce() + Send>,
}

impl Pool {
    pub(crate) fn new() -> Self {
        let few = thread::available_parallelism().map_or(2, usize::from).max(2);
        Self(Arc::new(Shared {
            state: Mutex::default(),
            work: Condvar::new(),
            held_up: Condvar::new(),
            finished: AtomicU64::new(0),
            few,
        }))
    }

    /// Runs this on a thread as soon as one is free.
    pub(crate) fn submit(&self, id: CallId, run: impl FnOnce() + Send + 'static) {
        let shared = &self.0;
        let mut state = shared.lock();
        if state.stopped {
            return;
        }
        state.queue.push_back(Job { id, run: Box::new(run) });
        while state.live < shared.few && shared.spawn(&mut state) {}
        // Waking costs more than most calls do: behind brisk ones in a queue, whoever is up comes soon enough.
        let wake = state.woken == 0 && state.sleeping > 0 && (!state.brisk || state.queue.len() == 1);
        if wake {
            state.woken += 1;
        }
        let watch = !wake && shared.wants_watch(&mut state);
        drop(state);
        if wake {
            shared.work.notify_one();
        }
        if watch {
            shared.held_up.notify_one();
        }
    }

    /// Nobody waits for this call any more: a waiting one is dropped, a running one's thread replaced.
    pub(crate) fn cut(&self, id: CallId) {
        let mut state = self.0.lock();
        let waiting = state.queue.iter().position(|job| job.id == id).and_then(|at| state.queue.remove(at));
        let mut watch = false;
        if waiting.is_none()
            && let Some(slot) = state.slots.iter().find(|slot| slot.load(Ordering::Relaxed) == id.0)
            && slot.compare_exchange(id.0, ABANDONED, Ordering::AcqRel, Ordering::Relaxed).is_ok()
        {
            state.live -= 1;
            watch = self.0.wants_watch(&mut state);
        }
        drop(state);
        if watch {
            self.0.held_up.notify_one();
        }
        drop(waiting);
    }

    /// Runs `wait`, which blocks this thread until another call ends. Meanwhile the thread counts for nothing, so that
    /// calls that wait for calls never use the pool up; what `wait` is on, `awaited` says whether anybody still wants.
    pub(crate) fn parked(&self, id: CallId, awaited: impl Fn() -> bool, wait: impl FnOnce()) {
        let shared = &self.0;
        let mut state = shared.lock();
        let slot = state.slots.iter().find(|slot| slot.load(Ordering::Relaxed) == id.0).map(Arc::clone);
        let Some(slot) = slot else {
            drop(state);
            return wait();
        };
        slot.store(PARKED, Ordering::Release);
        state.live -= 1;
        let watch = shared.wants_watch(&mut state);
        drop(state);
        if watch {
            shared.held_up.notify_one();
        }
        wait();
        let mut state = shared.lock();
        // One that was cut while it waited was not found by its number, and is as abandoned as any other.
        if awaited() {
            state.live += 1;
            slot.store(id.0, Ordering::Release);
        } else {
            slot.store(ABANDONED, Ordering::Release);
        }
    }

    /// Ends every thread that is not in a call; what waits is dropped.
    pub(crate) fn stop(&self) {
        let mut state = self.0.lock();
        state.stopped = true;
        let waiting = std::mem::take(&mut state.queue);
        drop(state);
        self.0.work.notify_all();
        self.0.held_up.notify_all();
        drop(waiting);
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a thread that counts; `false` when the system has none to give.
    fn spawn(self: &Arc<Self>, state: &mut State) -> bool {
        let slot = Arc::new(AtomicU64::new(FREE));
        let (shared, own) = (Arc::clone(self), Arc::clone(&slot));
        let spawned = thread::Builder::new()
            .name(format!("tool {}", state.slots.len() + 1))
            .stack_size(STACK)
            .spawn(move || shared.work(&own));
        let spawned = spawned.is_ok();
        if spawned {
            state.slots.push(slot);
            state.live += 1;
        }
        spawned
    }

    fn work(self: &Arc<Self>, slot: &Arc<AtomicU64>) {
        let mut state = self.lock();
        loop {
            if let Some(job) = state.queue.pop_front() {
                slot.store(job.id.0, Ordering::Relaxed);
                let wake = !state.queue.is_empty() && !state.brisk && state.sleeping > state.woken;
                state.woken += usize::from(wake);
                drop(state);
                if wake {
                    self.work.notify_one();
                }
                let began = Instant::now();
                // A job answers for its own panics; this keeps the thread when an answer itself panics.
                let _ = catch_unwind(AssertUnwindSafe(job.run));
                self.finished.fetch_add(1, Ordering::Relaxed);
                let brisk = began.elapsed() < BRISK;
                let abandoned = slot.swap(FREE, Ordering::AcqRel) == ABANDONED;
                state = self.lock();
                state.brisk = brisk;
                if abandoned {
                    if state.live >= MOST {
                        break;
                    }
                    state.live += 1;
                }
                continue;
            }
            if state.stopped {
                state.live -= 1;
                break;
            }
            state.sleeping += 1;
            let (again, slept) = self
                .work
                .wait_timeout_while(state, IDLE, |state| state.woken == 0 && !state.stopped)
                .unwrap_or_else(PoisonError::into_inner);
            state = again;
            state.sleeping -= 1;
            state.woken = state.woken.saturating_sub(1);
            // One thread beyond the calls that run is kept, or the next call would wait for the watcher.
            if slept.timed_out() && state.queue.is_empty() && state.live > self.few && state.sleeping > 0 {
                state.live -= 1;
                break;
            }
        }
        state.slots.retain(|other| !Arc::ptr_eq(other, slot));
    }

    /// Whether the watcher has to be told that no thread is free.
    fn wants_watch(self: &Arc<Self>, state: &mut State) -> bool {
        state.is_tight() && state.watcher.wake("tool threads", self, |shared| shared.watch())
    }

    /// Wakes threads, and adds some, while calls are held up: when in one tick fewer calls ended than there are
    /// threads up, those are blocked or slow rather than busy with many short calls.
    fn watch(self: &Arc<Self>) {
        let mut quiet = 0;
        let mut state = self.lock();
        while !state.stopped {
            quiet = if state.is_tight() { 0 } else { quiet + 1 };
            if quiet > LINGER {
                state.watcher = Watcher::Asleep;
                state = self
                    .held_up
                    .wait_while(state, |state| state.watcher == Watcher::Asleep && !state.stopped)
                    .unwrap_or_else(PoisonError::into_inner);
                quiet = 0;
            }
            let before = self.finished.load(Ordering::Relaxed);
            drop(state);
            thread::sleep(TICK);
            state = self.lock();
            let ended = self.finished.load(Ordering::Relaxed) - before;
            let up = state.live - state.sleeping.min(state.live);
            if !state.is_tight() || ended >= up.max(1) as u64 {
                continue;
            }
            let spare = state.sleeping - state.woken.min(state.sleeping);
            let woken = spare.min(state.queue.len());
            state.woken += woken;
            state.brisk &= woken == 0;
            (0..woken).for_each(|_| self.work.notify_one());
            if woken == spare {
                let more = (state.queue.len() - woken).clamp(1, state.live.max(1));
                for _ in 0..more.min(MOST.saturating_sub(state.live)) {
                    if !self.spawn(&mut state) {
                        break;
                    }
                }
            }
        }
    }
}

impl State {
    /// Whether calls wait that nobody is woken for, or the next one would find no thread.
    fn is_tight(&self) -> bool {
        (!self.queue.is_empty() && self.woken == 0) || (self.sleeping <= self.woken && self.live < MOST)
    }
}
