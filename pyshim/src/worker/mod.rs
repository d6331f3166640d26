//! The worker: a loop that takes calls from the socket, makes them in Python and answers.
//!
//! The loop is Rust so that what must never wait for Python does not: frames are read, pings answered and calls ended
//! by threads that do not need the interpreter lock. It decides nothing about bounds; the supervisor says when a call
//! is to end. It is the same for every host: whoever has an interpreter calls [`serve`].

mod call;
mod duty;
mod event_loop;
mod failure;
mod interrupt;
mod json_in;
mod json_out;
mod loader;
mod questions;
mod reading;
mod streams;

use crate::source::EDITION;
use duty::{Duty, Job};
use event_loop::EventLoop;
use interrupt::Interrupts;
use loader::Loader;
use pyo3::prelude::*;
use questions::Questions;
use std::sync::{
    OnceLock,
    atomic::{AtomicBool, Ordering},
};
use toolkit::workers::{Frame, Head, Link, Op, Outbox, Started};

/// Deep recursion in a tool is to be a `RecursionError`, not the end of the process.
pub(crate) const STACK: usize = 64 << 20;

/// The worker of this process.
struct Worker {
    outbox: Outbox,
    started: Started,
    duty: Duty,
    interrupts: Interrupts,
    loader: Loader,
    event_loop: EventLoop,
    questions: Questions,
    /// This is a forked child of the worker: it never speaks.
    forked: AtomicBool,
}

static WORKER: OnceLock<Worker> = OnceLock::new();

/// Serves the tools of the harness that the supervisor names, until it hangs up, on the interpreter's main thread,
/// attached. Returns only when it cannot begin.
///
/// # Errors
///
/// When the loader does not load, which is said to the supervisor too.
pub(crate) fn serve(py: Python<'_>, link: Link) -> PyResult<()> {
    let prepared = prepare(py);
    let (loader, event_loop) = match prepared {
        Ok(prepared) => prepared,
        Err(error) => {
            link.unfit(&format!("the loader of Python files does not start: {error}"));
            return Err(error);
        }
    };
    link.hello(EDITION);
    let worker = WORKER.get_or_init(|| Worker {
        outbox: link.outbox,
        started: link.started,
        duty: Duty::new(),
        interrupts: Interrupts::of_this_thread(),
        loader,
        event_loop,
        questions: Questions::default(),
        forked: AtomicBool::new(false),
    });
    py.detach(|| worker.lead())
}

fn prepare(py: Python<'_>) -> PyResult<(Loader, EventLoop)> {
    py.import("threading")?.call_method1("stack_size", (STACK,))?;
    streams::keep_open(py)?;
    interrupt::install(py)?;
    let options = pyo3::types::PyDict::new(py);
    options.set_item("after_in_child", wrap_pyfunction!(forked, py)?)?;
    py.import("os")?.call_method("register_at_fork", (), Some(&options))?;
    Ok((Loader::new(py)?, EventLoop::new()?))
}

/// A child of this process shares the socket. It must neither answer nor read.
#[pyfunction]
fn forked() {
    if let Some(worker) = WORKER.get() {
        worker.forked.store(true, Ordering::SeqCst);
        // SAFETY: plain system call. The descriptor is not used again in this process: whoever would checks `forked`.
        unsafe { libc::close(worker.outbox.socket()) };
    }
}

impl Worker {
    /// Ends a forked child that came back through the tool that forked it.
    fn end_if_forked(&self) {
        if self.forked.load(Ordering::SeqCst) {
            // SAFETY: ends the process without running what belongs to its parent.
            unsafe { libc::_exit(0) }
        }
    }

    fn send(&self, head: Head, body: &[u8]) {
        self.outbox.send(&Frame::whole(head, body));
    }

    /// Runs one job. `main` says that this is the interpreter's main thread.
    fn run(&self, job: Job, main: bool) {
        match job {
            Job::Call { call, key, run, arguments } => self.call(call, key, run, arguments, main),
            Job::Refresh { call, setup } => self.refresh(call, &setup, main),
            Job::Cancel(call) => Python::attach(|py| self.interrupts.raise_elsewhere(py, call)),
            Job::Probe(call) => {
                Python::attach(|_| ());
                self.send(Head::new(Op::Attached, call), &[]);
            }
            Job::EndRun(run) => self.loader.end_run(run),
            Job::DropInstance { run, stem } => self.loader.drop_instance(run, &stem),
            Job::Told(question) => self.questions.call_back(question),
        }
    }
}

/// Runs what must not end: when it panics, the process goes, and the supervisor starts another.
fn or_die(body: impl FnOnce()) {
    if std::panic::catch_unwind(std::panic::AssertUnwindSafe(body)).is_err() {
        std::process::abort();
    }
}
