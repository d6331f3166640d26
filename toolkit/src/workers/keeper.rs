//! The keeper: the one thread that reads what workers say, starts them, and finds out when one has ended.
//!
//! At most one worker takes calls. Beside it there may be retired ones, which take none and finish what they have.

use super::{
    Frame, Frames, Head, Op, Wire,
    calls::Entry,
    loading::Loading,
    lock, log,
    program::{self, Process},
    supervisor::{Shared, State, finish, gone},
};
use crate::{
    error::Failure,
    outcome::{Answer, Form, Outcome},
};
use std::{
    borrow::Cow,
    io,
    os::fd::AsRawFd,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::{Duration, Instant},
};

/// After this many workers that served nothing, the next is started only when somebody needs it.
const PATIENCE: u32 = 2;
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
/// While something is to be ended, the keeper looks this often.
const TICK: Duration = Duration::from_millis(5);
/// So much is read before timers are looked at again.
const READS: usize = 64;

/// One worker.
pub(super) struct Worker {
    /// Which one it is, from 1.
    pub number: u32,
    pub process: Process,
    /// It has loaded once, so it knows what it serves.
    pub set_up: bool,
    /// It takes no more calls.
    pub retired: bool,
    frames: Frames,
    /// Why it is being ended.
    why: Option<Cow<'static, str>>,
    /// It has served something.
    served: bool,
}

pub(super) struct Keeper {
    pub(super) shared: Arc<Shared>,
    /// The one that takes calls, if there is one, and the retired ones.
    pub(super) workers: Vec<Worker>,
    pub(super) loading: Option<Loading>,
    /// How many were started.
    number: u32,
    polled: Vec<libc::pollfd>,
    /// Workers in a row that ended without having served anything.
    idle_ends: u32,
    /// When the next one may be started.
    not_before: Instant,
    /// There has been a worker: the next one is started before somebody asks.
    needed: bool,
    /// How often loading was tried.
    pub(super) refreshes: u32,
}

impl Keeper {
    pub(super) fn new(shared: Arc<Shared>) -> Self {
        Self {
            shared,
            workers: Vec::new(),
            loading: None,
            number: 0,
            polled: Vec::new(),
            idle_ends: 0,
            not_before: Instant::now(),
            needed: false,
            refreshes: 0,
        }
    }

    /// The keeper's life.
    pub(super) fn keep(mut self) {
        while !lock(&self.shared.state).stopped {
            if self.present().is_none() {
                self.start_if_needed();
            }
            self.load_if_asked();
            self.shared.send_waiting();
            let wait = self.tend(Instant::now());
            if let Some(number) = self.poll(wait) {
                self.worker_ended(number);
            }
        }
        self.workers.iter().for_each(|worker| worker.process.kill());
        for mut worker in self.workers.drain(..) {
            worker.process.reap(self.shared.kind.aborted);
        }
        let rest = {
            let mut state = lock(&self.shared.state);
            state.link = None;
            state.calls.take_all()
        };
        complete_all(rest, |_| Failure::new("RuntimeError", "the server is stopping"));
    }

    /// The worker that takes calls.
    pub(super) fn present(&self) -> Option<&Worker> {
        self.workers.iter().find(|worker| !worker.retired)
    }

    /// Timers: what is to be ended, and how long the keeper may sleep.
    fn tend(&mut self, now: Instant) -> Option<Duration> {
        let recovering = self.recover(now);
        let loading = self.hurry_loading(now);
        let starting = self.present().is_none() && self.wants_worker(&lock(&self.shared.state));
        if recovering {
            return Some(TICK);
        }
        let until_start = starting.then(|| self.not_before.saturating_duration_since(now));
        [loading, until_start].into_iter().flatten().min()
    }

    fn wants_worker(&self, state: &State) -> bool {
        state.calls.any_waits() || state.asked > state.answered || self.needed && self.idle_ends <= PATIENCE
    }

    fn start_if_needed(&mut self) {
        let state = lock(&self.shared.state);
        if !self.wants_worker(&state) || Instant::now() < self.not_before {
            let hopeless = !state.trouble.is_empty();
            drop(state);
            if hopeless {
                self.give_up();
            }
            return;
        }
        drop(state);
        let program = lock(&self.shared.source).program();
        let started = program.and_then(|program| {
            let path = program.path.clone();
            program::start(program).map_err(|error| {
                format!("the {} `{}` does not start: {error}", self.shared.kind.worker, path.display())
            })
        });
        match started {
            Ok(process) => {
                self.number += 1;
                self.needed = true;
                let frames = Frames::with_room();
                let number = self.number;
                let worker =
                    Worker { number, process, set_up: false, retired: false, frames, why: None, served: false };
                self.workers.push(worker);
                self.send_refresh();
            }
            Err(why) => {
                self.pause();
                self.trouble(why);
            }
        }
    }

    /// The next worker is not started at once.
    pub(super) fn pause(&mut self) {
        self.idle_ends += 1;
        if self.idle_ends > 1 {
            let pause = Duration::from_millis(50) * 2u32.saturating_pow(self.idle_ends.min(10) - 2);
            self.not_before = Instant::now() + pause.min(LONGEST_PAUSE);
        }
    }

    /// There is no worker, and why: whoever waits is told.
    pub(super) fn trouble(&mut self, why: String) {
        lock(&self.shared.state).trouble = vec![self.shared.about_all(why)];
        self.give_up();
    }

    fn give_up(&self) {
        let mut state = lock(&self.shared.state);
        let why = state.trouble.iter().map(|report| report.message.as_str()).collect::<Vec<_>>().join("; ");
        state.answered = state.asked;
        let waiting = state.calls.take_waiting();
        drop(state);
        self.shared.listed.notify_all();
        complete_all(waiting, |_| Failure::new("RuntimeError", why.clone()));
    }

    /// Waits for a worker, the bell or the time, and reads. The number of a worker that has ended.
    fn poll(&mut self, wait: Option<Duration>) -> Option<u32> {
        let entry = |fd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
        self.polled.clear();
        self.polled.push(entry(self.shared.bell.descriptor()));
        for Worker { process, .. } in &self.workers {
            // a negative number is passed over
            let ended = process.ended.as_ref().map_or(-1, AsRawFd::as_raw_fd);
            self.polled.extend([entry(process.link.outbox.socket()), entry(ended)]);
        }
        // rounded up, so that a timer is due when the waiting ends
        let wait = wait.map_or(-1, |wait| i32::try_from(wait.as_millis() + 1).unwrap_or(i32::MAX));
        // SAFETY: as many live `pollfd`s as are counted, a handful.
        let ready = unsafe { libc::poll(self.polled.as_mut_ptr(), self.polled.len() as libc::nfds_t, wait) };
        if ready <= 0 {
            return None;
        }
        if self.polled[0].revents != 0 {
            self.shared.bell.quiet();
        }
        for at in 0..self.workers.len() {
            let (said, over) = (self.polled[1 + 2 * at].revents != 0, self.polled[2 + 2 * at].revents != 0);
            // what it said before it ended is heard
            let hung_up = (said || over) && self.read(at, over);
            if over || hung_up {
                return Some(self.workers[at].number);
            }
        }
        None
    }

    /// Reads what is there. True at the end.
    fn read(&mut self, at: usize, to_the_end: bool) -> bool {
        for _ in 0..if to_the_end { usize::MAX } else { READS } {
            let worker = &mut self.workers[at];
            let full = match worker.frames.fill(worker.process.link.outbox.socket(), false) {
                Ok(0) => return true,
                Ok(_) => worker.frames.is_full(),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => true,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return false,
                Err(_) => return true,
            };
            let mut frames = std::mem::replace(&mut worker.frames, Frames::empty());
            let sound = loop {
                match frames.next_frame() {
                    None => break true,
                    Some(Ok((head, body))) => self.hear(at, head, body),
                    Some(Err(_)) => break false,
                }
            };
            self.workers[at].frames = frames;
            if !sound {
                self.end_worker(at, "it said something that is no frame".into());
                return true;
            }
            if !full && !to_the_end {
                return false;
            }
        }
        false
    }

    /// One frame from the worker.
    fn hear(&mut self, at: usize, head: Head, body: &[u8]) {
        match head.op {
            Op::Ok if head.call.slot == 0 => self.loaded(head.call, body),
            Op::Failed if head.call.slot == 0 => self.load_failed(head.call, &Failure::of_frame(head, body)),
            Op::Ok => {
                let form = if head.flag & Op::CONTENT == 0 { Form::Plain } else { Form::Content };
                let json = String::from_utf8(body.to_vec());
                self.complete(
                    at,
                    head.call,
                    json.map(|json| Answer { json, form }).map_err(|_| {
                        Failure::new("UnicodeDecodeError", "the result is no text; return text, or bytes as base64")
                    }),
                );
            }
            Op::Failed => self.complete(at, head.call, Err(Failure::of_frame(head, body))),
            Op::Fresh => {
                if let Some(entry) = lock(&self.shared.state).calls.get(head.call) {
                    entry.note = Some(String::from_utf8_lossy(body).into_owned().into());
                }
            }
            Op::Stale => self.send_again(head.call),
            Op::Pong | Op::Attached | Op::Looped => self.well(head),
            Op::Importing => self.importing(&String::from_utf8_lossy(body)),
            Op::Hello if body == self.shared.kind.edition.as_bytes() => {}
            Op::Hello => {
                let (theirs, ours) = (String::from_utf8_lossy(body), self.shared.kind.edition);
                self.refuse_worker(at, format!(
                    "the worker program is another build (`{theirs}`, here `{ours}`); build both from the same version"
                ));
            }
            Op::LookUp | Op::Ask => self.asked(&self.workers[at].process.link, head, body),
            Op::Unfit => self.refuse_worker(at, String::from_utf8_lossy(body).into_owned()),
            // what is said to the worker is not said by it
            Op::Call | Op::Cancel | Op::Ping | Op::Refresh | Op::EndRun | Op::DropInstance | Op::Told => {}
        }
    }

    fn complete(&mut self, at: usize, call: Wire, outcome: Outcome) {
        self.workers[at].served = true;
        let mut state = lock(&self.shared.state);
        let entry = state.calls.remove(call);
        let waits = state.calls.any_waits();
        drop(state);
        if waits {
            self.shared.send_waiting();
        }
        if let Some(entry) = entry {
            complete(entry, outcome);
        }
    }

    /// The tool's file was loaded again after the call had been sent.
    fn send_again(&mut self, call: Wire) {
        let mut state = lock(&self.shared.state);
        let again = state.calls.send_again(call);
        drop(state);
        match again {
            Some(entry) => {
                let failure = gone(&entry.call);
                complete(entry, Err(failure));
            }
            None => self.shared.send_waiting(),
        }
    }

    /// A worker that cannot be used: the next one will be no better before something changes.
    fn refuse_worker(&mut self, at: usize, why: String) {
        self.idle_ends = self.idle_ends.max(PATIENCE);
        self.end_worker(at, "it cannot be used".into());
        self.trouble(why);
    }

    /// Ends a worker; what follows is done when it has ended.
    pub(super) fn end_worker(&mut self, at: usize, why: Cow<'static, str>) {
        let worker = &mut self.workers[at];
        worker.process.kill();
        worker.why.get_or_insert(why);
    }

    /// Ends the worker that takes calls.
    pub(super) fn end_present(&mut self, why: Cow<'static, str>) {
        if let Some(at) = self.workers.iter().position(|worker| !worker.retired) {
            self.end_worker(at, why);
        }
    }

    /// Sends one frame to the worker that takes calls.
    pub(super) fn tell(&self, head: Head, body: &[u8]) {
        if let Some(worker) = self.present() {
            worker.process.link.outbox.send(&Frame::whole(head, body));
        }
    }

    /// A worker is gone.
    fn worker_ended(&mut self, number: u32) {
        let Some(at) = self.workers.iter().position(|worker| worker.number == number) else { return };
        let mut ended = self.workers.remove(at);
        let status = ended.process.reap(self.shared.kind.aborted);
        let (why, worker) = (ended.why, self.shared.kind.worker);
        let mut state = lock(&self.shared.state);
        if !ended.retired {
            state.link = None;
            state.calls.lose_instances(match &why {
                Some(why) => format!("the {worker} was restarted ({why}), and what it held is lost"),
                None => format!("the {worker} ended ({status}), and what it held is lost"),
            });
        }
        let lost = state.calls.worker_ended(number, |call| ended.process.link.started.has(call));
        drop(state);
        // calls that nobody waits for were not what ended it, unless they were ended
        let ran = lost.iter().filter(|entry| entry.recovery.is_none()).count();
        match &why {
            Some(why) => log(format_args!("the {worker} was ended: {why}")),
            None => log(format_args!("the {worker} ended ({status})")),
        }
        if !ended.retired {
            let blamed = self.loading_lost(why.as_deref(), &status, ran > 0);
            if ended.served || ran > 0 || blamed {
                self.idle_ends = 0;
                self.not_before = Instant::now();
            } else {
                self.pause();
            }
        }
        complete_all(lost, |entry| {
            let name = &entry.call.tool.spec.name;
            let message = match &why {
                Some(why) => format!("the {worker} was restarted ({why}) while `{name}` ran; call it again"),
                None if entry.moved > 2 => {
                    format!("the {worker} ended ({status}) before `{name}` could begin, twice")
                }
                None if ran == 1 => format!("`{name}` ended the {worker} ({status})"),
                None => format!("the {worker} ended ({status}) while `{name}` and {} more ran", ran - 1),
            };
            Failure::new("RuntimeError", message)
        });
    }
}

fn complete_all(entries: Vec<Entry>, failure: impl Fn(&Entry) -> Failure) {
    for entry in entries {
        let failure = failure(&entry);
        complete(entry, Err(failure));
    }
}

/// Gives an outcome back. A caller that panics does not take the keeper along.
fn complete(entry: Entry, outcome: Outcome) {
    let name = entry.call.tool.spec.name.clone();
    if catch_unwind(AssertUnwindSafe(|| finish(entry, outcome))).is_err() {
        log(format_args!("the caller of `{name}` panicked when it got its answer"));
    }
}
