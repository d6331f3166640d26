//! Who does what in the worker: who reads the socket, whether the main thread is free, and which jobs wait for a
//! thread. All of it is one small state under one mutex, so that nobody decides on half of it.
//!
//! - The main thread, when it has nothing to do, reads, and runs what it has read itself: no hand-over at all.
//! - A watcher looks now and then. When the same job has been running for a tick, it takes the reading over, hands jobs to
//!   further threads, and gives the reading back with the next job for the main thread.
//! - Whoever reads holds the [`Frames`]: reading without them is not possible.
//!
//! Nothing here touches Python, and nobody who holds the lock waits for anything.

use std::{
    collections::VecDeque,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use toolkit::workers::{Frames, Wire};

/// How long a job may run before somebody else reads: a call behind a long one waits one to two of these.
const TICK: Duration = Duration::from_micros(200);
/// After so many ticks without a job the watcher sleeps until there is one.
const QUIET: u32 = 20;

/// One thing to do, which may need Python.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Job {
    /// A call, with its arguments as JSON text.
    Call { call: Wire, key: u64, run: u64, arguments: Vec<u8> },
    /// Load what moved; a new worker is told first what there is.
    Refresh { call: Wire, setup: Vec<u8> },
    /// End a call that may run on a further thread.
    Cancel(Wire),
    /// Say when the interpreter lock can be had.
    Probe(Wire),
    /// A run has ended.
    EndRun(u64),
    /// A run's instance is not to be used again.
    DropInstance { run: u64, stem: String },
    /// Hand an answer to whoever is called back with it.
    Told(u64),
}

impl Job {
    /// Whether it runs a tool's own code for as long as that likes.
    fn runs_tools(&self) -> bool {
        matches!(self, Self::Call { .. } | Self::Refresh { .. })
    }

    fn is_call(&self, of: Wire) -> bool {
        matches!(self, Self::Call { call, .. } if *call == of)
    }
}

/// What became of a job that was handed over.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Handed {
    /// The main thread has it.
    Main,
    /// A further thread has it.
    Spare,
    /// No further thread is free: start one.
    NoThread,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Main {
    Waits,
    Reads,
    Runs,
}

/// See the module's text.
pub(super) struct Duty {
    state: Mutex<State>,
    main_wakes: Condvar,
    watcher_wakes: Condvar,
    spare_wakes: Condvar,
}

struct State {
    /// Here when nobody reads.
    frames: Option<Frames>,
    main: Main,
    /// For the main thread, from somebody else who reads.
    inbox: Option<Job>,
    /// How many jobs the main thread has begun.
    begun: u64,
    /// The main thread's job waits for something that has to be read.
    blocked: bool,
    watcher_sleeps: bool,
    /// For further threads.
    jobs: VecDeque<Job>,
    /// How many further threads wait for a job.
    idle: usize,
}

/// What the main thread does next.
pub(super) enum Next {
    Read(Frames),
    Run(Job),
}

impl Duty {
    pub(super) fn new() -> Self {
        Self {
            state: Mutex::new(State {
                frames: Some(Frames::with_room()),
                main: Main::Runs,
                inbox: None,
                begun: 0,
                blocked: false,
                watcher_sleeps: false,
                jobs: VecDeque::new(),
                idle: 0,
            }),
            main_wakes: Condvar::new(),
            watcher_wakes: Condvar::new(),
            spare_wakes: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(&self, state: &mut State) {
        state.main = Main::Runs;
        state.begun += 1;
        if state.watcher_sleeps {
            state.watcher_sleeps = false;
            self.watcher_wakes.notify_one();
        }
    }

    /// The main thread has nothing to do: it reads, or it gets what somebody else has read. `before_waiting` is called
    /// without the lock before it sleeps.
    pub(super) fn main_is_free(&self, before_waiting: impl FnOnce()) -> Next {
        let mut before_waiting = Some(before_waiting);
        let mut state = self.lock();
        state.main = Main::Waits;
        loop {
            if let Some(job) = state.inbox.take() {
                return Next::Run(job);
            }
            if let Some(frames) = state.frames.take() {
                state.main = Main::Reads;
                return Next::Read(frames);
            }
            match before_waiting.take() {
                Some(before_waiting) => {
                    drop(state);
                    before_waiting();
                    state = self.lock();
                }
                None => state = self.main_wakes.wait(state).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }

    /// The main thread's job waits for an answer, or does no more: somebody else has to read at once.
    pub(super) fn main_waits(&self, waits: bool) {
        let mut state = self.lock();
        state.blocked = waits;
        if waits {
            state.watcher_sleeps = false;
            self.watcher_wakes.notify_one();
        }
    }

    /// The main thread has read a job, and runs it.
    pub(super) fn main_runs(&self, frames: Frames) {
        let mut state = self.lock();
        state.frames = Some(frames);
        self.begin(&mut state);
    }

    /// Hands a job over. With the main thread's next job the reading goes too: `frames` is empty then.
    pub(super) fn hand(&self, job: Job, frames: &mut Option<Frames>) -> Handed {
        let mut state = self.lock();
        if job.runs_tools() && state.main == Main::Waits && state.inbox.is_none() {
            state.inbox = Some(job);
            state.frames = frames.take();
            self.begin(&mut state);
            self.main_wakes.notify_one();
            return Handed::Main;
        }
        state.jobs.push_back(job);
        if state.idle < state.jobs.len() {
            return Handed::NoThread;
        }
        self.spare_wakes.notify_one();
        Handed::Spare
    }

    /// Takes back a call that no further thread has begun.
    pub(super) fn take_back(&self, call: Wire) -> bool {
        let mut state = self.lock();
        let before = state.jobs.len();
        state.jobs.retain(|job| !job.is_call(call));
        state.jobs.len() < before
    }

    /// The job that waits longest and that nobody can be found for.
    pub(super) fn take_any(&self) -> Option<Job> {
        self.lock().jobs.pop_front()
    }

    /// The next job of a further thread.
    pub(super) fn next_spare(&self) -> Job {
        let mut state = self.lock();
        loop {
            if let Some(job) = state.jobs.pop_front() {
                return job;
            }
            state.idle += 1;
            state = self.spare_wakes.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
        }
    }

    /// Waits until the main thread has been at one job for a tick while nobody reads. `when_quiet` is called now and
    /// then when there is nothing to do.
    pub(super) fn watch(&self, mut when_quiet: impl FnMut()) -> Frames {
        let mut state = self.lock();
        let (mut seen, mut quiet) = (None, 0);
        loop {
            if state.main == Main::Runs
                && (state.blocked || seen == Some(state.begun))
                && let Some(frames) = state.frames.take()
            {
                return frames;
            }
            quiet = if state.main != Main::Runs && seen == Some(state.begun) { quiet + 1 } else { 0 };
            seen = Some(state.begun);
            if quiet < QUIET {
                state = self.watcher_wakes.wait_timeout(state, TICK).unwrap_or_else(PoisonError::into_inner).0;
                continue;
            }
            drop(state);
            when_quiet();
            state = self.lock();
            if seen == Some(state.begun) && state.main != Main::Runs {
                state.watcher_sleeps = true;
                while state.watcher_sleeps {
                    state = self.watcher_wakes.wait(state).unwrap_or_else(PoisonError::into_inner);
                }
            }
            (seen, quiet) = (None, 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    fn call(turn: u32) -> Job {
        Job::Call { call: Wire { slot: 1, turn }, key: 0, run: 0, arguments: Vec::new() }
    }

    #[test]
    fn the_reading_goes_with_the_job_to_a_main_thread_that_waits() {
        let duty = Duty::new();
        let frames = duty.watch_now();
        let mut frames = Some(frames);
        std::thread::scope(|scope| {
            let main = scope.spawn(|| match duty.main_is_free(|| ()) {
                Next::Run(job) => job,
                Next::Read(_) => panic!("somebody else reads"),
            });
            while duty.lock().main != Main::Waits {
                std::thread::yield_now();
            }
            assert_eq!(duty.hand(call(1), &mut frames), Handed::Main);
            assert!(frames.is_none());
            assert_eq!(main.join().unwrap(), call(1));
        });
        // the main thread runs: the next one goes elsewhere
        assert_eq!(duty.hand(call(2), &mut None), Handed::NoThread);
        assert!(duty.take_back(Wire { slot: 1, turn: 2 }));
        assert!(!duty.take_back(Wire { slot: 1, turn: 2 }));
    }

    #[test]
    fn what_only_tidies_up_never_waits_for_the_main_thread() {
        let duty = Duty::new();
        let mut frames = Some(duty.watch_now());
        duty.lock().main = Main::Waits;
        assert_eq!(duty.hand(Job::EndRun(3), &mut frames), Handed::NoThread);
        assert!(frames.is_some());
    }

    #[test]
    fn no_wakeup_is_lost_between_readers_main_and_spare_threads() {
        const JOBS: u32 = 20_000;
        struct Stage {
            duty: Duty,
            source: Mutex<std::ops::RangeInclusive<u32>>,
            done: AtomicU32,
            all_done: Mutex<std::sync::mpsc::Sender<()>>,
        }
        impl Stage {
            fn read(&self) -> Job {
                let next = self.source.lock().unwrap().next();
                next.map(call).unwrap_or_else(|| {
                    loop {
                        std::thread::park();
                    }
                })
            }
            fn run(&self, job: &Job) {
                let Job::Call { call, .. } = job else { panic!("another job: {job:?}") };
                if call.turn % 97 == 0 {
                    std::thread::sleep(TICK * 3);
                }
                if self.done.fetch_add(1, Ordering::SeqCst) + 1 == JOBS {
                    self.all_done.lock().unwrap().send(()).unwrap();
                }
            }
        }
        let (all_done, finished) = std::sync::mpsc::channel();
        // the threads have no end, as in the worker
        let stage: &'static Stage = Box::leak(Box::new(Stage {
            duty: Duty::new(),
            source: Mutex::new(1..=JOBS),
            done: AtomicU32::new(0),
            all_done: Mutex::new(all_done),
        }));
        let main = move || loop {
            let job = match stage.duty.main_is_free(|| ()) {
                Next::Run(job) => job,
                Next::Read(frames) => {
                    let job = stage.read();
                    stage.duty.main_runs(frames);
                    job
                }
            };
            stage.run(&job);
        };
        let watch = move || loop {
            let mut frames = Some(stage.duty.watch(|| ()));
            while frames.is_some() {
                if stage.duty.hand(stage.read(), &mut frames) == Handed::NoThread {
                    std::thread::spawn(move || {
                        loop {
                            stage.run(&stage.duty.next_spare());
                        }
                    });
                }
            }
        };
        std::thread::spawn(main);
        std::thread::spawn(watch);
        let got = finished.recv_timeout(Duration::from_secs(30));
        assert!(got.is_ok(), "{} of {JOBS} jobs ran, the others were lost", stage.done.load(Ordering::SeqCst));
    }

    impl Duty {
        /// The frames, as the watcher takes them.
        fn watch_now(&self) -> Frames {
            self.lock().frames.take().expect("nobody reads")
        }
    }
}
