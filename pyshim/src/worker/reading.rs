//! The worker's threads: the main thread that reads and runs, the watcher that reads in its stead, and further threads
//! for what comes while the main thread is busy.
//!
//! Whoever reads never attaches: reading goes on whatever Python does.

use super::{
    STACK, Worker,
    duty::{Handed, Job, Next},
    event_loop::Errand,
    or_die,
};
use pyo3::Python;
use std::io;
use toolkit::workers::{Frames, Head, Op, open_streams};

impl Worker {
    /// The main thread's life.
    pub(super) fn lead(&'static self) -> ! {
        let watcher = std::thread::Builder::new().name("tools-watch".into());
        if watcher.spawn(|| or_die(|| self.watch())).is_err() {
            // without a watcher a call that hangs could not be ended
            std::process::abort();
        }
        loop {
            let job = match self.duty.main_is_free(|| self.outbox.flush()) {
                Next::Run(job) => job,
                Next::Read(mut frames) => {
                    let job = self.read_one(&mut frames);
                    self.duty.main_runs(frames);
                    job
                }
            };
            self.run(job, true);
        }
    }

    /// Reads until there is a job. Answers that were held go out before the reading waits.
    fn read_one(&'static self, frames: &mut Frames) -> Job {
        loop {
            while let Some(frame) = frames.next_frame() {
                if let Some(job) = self.understand(frame) {
                    return job;
                }
            }
            self.outbox.flush();
            self.fill(frames);
        }
    }

    /// The watcher's life: reading when the main thread has been at one job for a while.
    fn watch(&'static self) {
        loop {
            let mut frames = Some(self.duty.watch(open_streams));
            self.outbox.flush();
            while let Some(reading) = &mut frames {
                match reading.next_frame() {
                    None => self.fill(reading),
                    Some(frame) => {
                        if let Some(job) = self.understand(frame) {
                            self.hand(job, &mut frames);
                        }
                    }
                }
            }
        }
    }

    fn hand(&'static self, job: Job, frames: &mut Option<Frames>) {
        if self.duty.hand(job, frames) != Handed::NoThread {
            return;
        }
        // its Python state is kept for the thread's life: attaching again costs next to nothing
        let life = || {
            Python::attach(|py| {
                py.detach(|| {
                    loop {
                        self.run(self.duty.next_spare(), false)
                    }
                })
            })
        };
        let spawned =
            std::thread::Builder::new().name("tools-spare".into()).stack_size(STACK).spawn(move || or_die(life));
        if let Err(error) = spawned
            && let Some(job) = self.duty.take_any()
        {
            self.no_thread(&job, &error);
        }
    }

    fn no_thread(&self, job: &Job, error: &io::Error) {
        if let Job::Call { call, .. } | Job::Refresh { call, .. } = job {
            self.fail(*call, "RuntimeError", &format!("no thread for the call: {error}; call again when fewer run"));
        }
    }

    fn fill(&self, frames: &mut Frames) {
        match frames.fill(self.outbox.socket(), true) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            // the supervisor has hung up, or is gone: nobody is left to work for
            // SAFETY: ends the process at once, whatever Python does.
            Ok(0) | Err(_) => unsafe { libc::_exit(0) },
            Ok(_) => {}
        }
    }

    /// What a frame asks for. What needs no Python is done here.
    fn understand(&self, frame: io::Result<(Head, &[u8])>) -> Option<Job> {
        let Ok((head, body)) = frame else {
            // SAFETY: as above; what follows cannot be understood.
            unsafe { libc::_exit(65) }
        };
        let text = || String::from_utf8_lossy(body).into_owned();
        let call = head.call;
        match head.op {
            Op::Call if self.loader.is_known_async(head.key) => {
                let arguments = body.to_vec();
                self.event_loop.give(Errand::Begin { call, key: head.key, run: head.run, arguments });
                None
            }
            Op::Call => Some(Job::Call { call, key: head.key, run: head.run, arguments: body.to_vec() }),
            Op::Refresh => Some(Job::Refresh { call, setup: body.to_vec() }),
            Op::Ping => {
                let mut flag = if self.event_loop.is_there() { Op::HAS_LOOP } else { 0 };
                if self.interrupts.is_on_main(call) {
                    flag |= Op::ON_MAIN;
                }
                self.send(Head { flag, ..Head::new(Op::Pong, call) }, &[]);
                self.event_loop.give_if_there(Errand::Ping(call));
                Some(Job::Probe(call))
            }
            Op::Cancel => {
                if self.interrupts.raise_on_main(call, &text()) {
                    return None;
                }
                if self.duty.take_back(call) {
                    self.fail(call, "TimeoutError", &text());
                    return None;
                }
                self.event_loop.give_if_there(Errand::Cancel(call));
                Some(Job::Cancel(call))
            }
            Op::EndRun => Some(Job::EndRun(head.run)),
            Op::DropInstance => Some(Job::DropInstance { run: head.run, stem: text() }),
            Op::Told => self.questions.told(&head, body).then_some(Job::Told(head.key)),
            // what the worker says is not said to it
            _ => None,
        }
    }
}
