//! Async tools: all on one event loop that lasts, started with the first of them.
//!
//! What the loop is to do is put into a queue that it empties itself, so that whoever reads the socket gives it calls
//! without the interpreter lock, and the main thread stays free for what needs it.

use super::{WORKER, Worker, call::Left, or_die};
use pyo3::{prelude::*, sync::PyOnceLock};
use std::{
    collections::VecDeque,
    io::{self, Read, Write},
    os::{fd::AsRawFd, unix::net::UnixStream},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};
use toolkit::workers::{Head, Op, Wire};

/// One thing for the loop to do.
pub(super) enum Errand {
    /// Call the tool and await what it returns.
    Begin { call: Wire, key: u64, run: u64, arguments: Vec<u8> },
    /// Await what a sync tool returned.
    Finish { call: Wire, awaitable: Py<PyAny> },
    /// Cancel the call's task, if it has one.
    Cancel(Wire),
    /// Say that the loop turns.
    Ping(Wire),
}

/// The loop, once there is one.
pub(super) struct EventLoop {
    module: PyOnceLock<Py<PyModule>>,
    there: AtomicBool,
    errands: Mutex<VecDeque<Errand>>,
    /// Wakes the loop; the other end is what it waits on.
    rope: UnixStream,
    bell: UnixStream,
}

impl EventLoop {
    pub(super) fn new() -> io::Result<Self> {
        let (rope, bell) = UnixStream::pair()?;
        rope.set_nonblocking(true)?;
        bell.set_nonblocking(true)?;
        Ok(Self { module: PyOnceLock::new(), there: AtomicBool::new(false), errands: Mutex::default(), rope, bell })
    }

    /// Whether there is a loop that could answer a ping.
    pub(super) fn is_there(&self) -> bool {
        self.there.load(Ordering::SeqCst)
    }

    fn errands(&self) -> MutexGuard<'_, VecDeque<Errand>> {
        self.errands.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts the loop if there is none.
    pub(super) fn start(&self, py: Python<'_>) -> PyResult<()> {
        self.module.get_or_try_init(py, || {
            let source = std::ffi::CString::new(include_str!("event_loop.py"))?;
            let module = PyModule::from_code(py, &source, c"pyshim/event_loop.py", c"_pyshim_event_loop")?;
            for function in
                [wrap_pyfunction!(began, py)?, wrap_pyfunction!(ended, py)?, wrap_pyfunction!(errands, &module)?]
            {
                module.add_function(function)?;
            }
            module.call_method1("start", (self.bell.as_raw_fd(),))?;
            self.there.store(true, Ordering::SeqCst);
            PyResult::Ok(module.unbind())
        })?;
        Ok(())
    }

    /// Gives the loop something to do. Needs no interpreter lock.
    pub(super) fn give(&self, errand: Errand) {
        let mut errands = self.errands();
        errands.push_back(errand);
        // one byte wakes it for all that it finds
        if errands.len() == 1 {
            let _ = (&self.rope).write(&[1]);
        }
    }

    /// The same for what means nothing without a loop.
    pub(super) fn give_if_there(&self, errand: Errand) {
        if self.is_there() {
            self.give(errand);
        }
    }
}

fn worker() -> PyResult<&'static Worker> {
    WORKER.get().ok_or_else(|| pyo3::exceptions::PyRuntimeError::new_err("the worker has not begun"))
}

/// On the loop, when its bell rings.
#[pyfunction]
#[pyo3(pass_module)]
fn errands(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let (py, worker) = (module.py(), worker()?);
    worker.end_if_forked();
    let mut rung = [0; 64];
    while (&worker.event_loop.bell).read(&mut rung).is_ok_and(|n| n == rung.len()) {}
    let errands = std::mem::take(&mut *worker.event_loop.errands());
    for errand in errands {
        match errand {
            Errand::Begin { call, key, run, arguments } => worker.begin_on_loop(module, call, key, run, &arguments),
            Errand::Finish { call, awaitable } => report(py, module.call_method1("finish", (call.number(), awaitable))),
            Errand::Cancel(call) => report(py, module.call_method1("cancel", (call.number(),))),
            Errand::Ping(call) => worker.send(Head::new(Op::Looped, call), &[]),
        }
    }
    Ok(())
}

fn report(py: Python<'_>, result: PyResult<Bound<'_, PyAny>>) {
    if let Err(error) = result {
        error.display(py);
    }
}

impl Worker {
    fn begin_on_loop(&self, module: &Bound<'_, PyModule>, call: Wire, key: u64, run: u64, arguments: &[u8]) {
        let py = module.py();
        let begun = catch_unwind(AssertUnwindSafe(|| {
            let entry = match self.entry(py, key) {
                Ok(entry) => entry,
                Err(left) => return Some(left),
            };
            let given = entry.arguments(py, run, arguments).and_then(|(positional, keywords)| {
                module.call_method1("begin", (call.number(), entry.function.bind(py), positional, keywords))
            });
            given.err().map(Left::Raised)
        }));
        let left = begun.unwrap_or_else(|panic| Some(Left::panicked(&*panic)));
        if let Some(left) = left {
            let mut out = Vec::new();
            self.write_left(py, call, left, &mut out);
            self.outbox.send(&out);
        }
    }
}

/// The call's task has begun.
#[pyfunction]
fn began(call: u64) -> PyResult<()> {
    worker()?.started.mark(Wire::from_number(call));
    Ok(())
}

/// The call's task has ended.
#[pyfunction]
fn ended(py: Python<'_>, call: u64, result: Bound<'_, PyAny>, error: Bound<'_, PyAny>) -> PyResult<()> {
    let worker = worker()?;
    worker.end_if_forked();
    let left = if error.is_none() { Left::Returned(result) } else { Left::Raised(PyErr::from_value(error)) };
    or_die(|| {
        let mut out = Vec::new();
        worker.write_left(py, Wire::from_number(call), left, &mut out);
        worker.outbox.send(&out);
    });
    Ok(())
}
