//! One call in Python: arguments in, the tool, the result or the exception out.

use super::{Worker, event_loop::Errand, failure::Failed, json_in, json_out, loader::Entry, questions};
use pyo3::{
    exceptions::PyLookupError,
    prelude::*,
    types::{PyDict, PyTuple},
};
use std::{
    any::Any,
    cell::RefCell,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};
use toolkit::workers::{Frame, Head, Op, Wire};

/// A buffer for answers larger than this is not kept.
const KEPT: usize = 1 << 20;

thread_local! {
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// How a call left the thread it ran on.
pub(super) enum Left<'py> {
    Returned(Bound<'py, PyAny>),
    Raised(PyErr),
    /// The event loop goes on with it.
    Awaited,
    /// The key is of a version that is gone.
    Stale,
    Panicked(Failed),
}

impl Left<'_> {
    /// A panic under a Python call, which comes out of it as a panic again.
    pub(super) fn panicked(panic: &(dyn Any + Send)) -> Self {
        Self::Panicked(Failed::panicked(panic))
    }
}

impl<'py> From<PyResult<Bound<'py, PyAny>>> for Left<'py> {
    fn from(result: PyResult<Bound<'py, PyAny>>) -> Self {
        result.map_or_else(Self::Raised, Self::Returned)
    }
}

impl Worker {
    pub(super) fn call(&self, call: Wire, key: u64, run: u64, arguments: Vec<u8>, main: bool) {
        self.answer(call, main, |py| self.invoke(py, call, key, run, arguments));
    }

    pub(super) fn refresh(&self, call: Wire, setup: &[u8], main: bool) {
        self.answer(call, main, |py| {
            self.started.mark(call);
            self.loader.refresh(py, setup).into()
        });
    }

    /// Runs `body` as this call and answers it.
    fn answer(&self, call: Wire, main: bool, body: impl for<'py> FnOnce(Python<'py>) -> Left<'py>) {
        ANSWER.with_borrow_mut(|out| {
            out.clear();
            let _here = questions::InCall::enter(call, main);
            // the main thread can be interrupted while it waits for the interpreter too
            let on_main = main.then(|| self.interrupts.running(call, true));
            Python::attach(|py| {
                let elsewhere = (!main).then(|| self.interrupts.running(call, false));
                let left = catch_unwind(AssertUnwindSafe(|| body(py)));
                let left = left.unwrap_or_else(|panic| Left::panicked(&*panic));
                self.end_if_forked();
                self.write_left(py, call, left, out);
                drop((elsewhere, on_main));
            });
            // the main thread's answers wait for as long as whole frames do
            if main {
                self.outbox.hold(out)
            } else {
                self.outbox.send(out)
            }
            if out.capacity() > KEPT {
                *out = Vec::new();
            }
        });
    }

    /// What is called for a key, or how a call of it ends.
    pub(super) fn entry<'py>(&self, py: Python<'py>, key: u64) -> Result<Arc<Entry>, Left<'py>> {
        self.loader
            .entry(py, key)
            .map_err(|error| if error.is_instance_of::<PyLookupError>(py) { Left::Stale } else { Left::Raised(error) })
    }

    fn invoke<'py>(&self, py: Python<'py>, call: Wire, key: u64, run: u64, arguments: Vec<u8>) -> Left<'py> {
        let entry = match self.entry(py, key) {
            Ok(entry) => entry,
            Err(left) => return left,
        };
        let made = || {
            if entry.is_async() {
                self.event_loop.start(py)?;
                self.event_loop.give(Errand::Begin { call, key, run, arguments });
                return Ok(None);
            }
            // not before the interpreter was there: a call that waits for it has not started, and can be made again
            self.started.mark(call);
            let (positional, keywords) = entry.arguments(py, run, &arguments)?;
            let value = entry.function.bind(py).call(positional, some_keywords(&keywords))?;
            if is_awaitable(&value)? {
                self.event_loop.start(py)?;
                self.event_loop.give(Errand::Finish { call, awaitable: value.unbind() });
                return Ok(None);
            }
            Ok(Some(value))
        };
        match made() {
            Ok(Some(value)) => Left::Returned(value),
            Ok(None) => Left::Awaited,
            Err(error) => Left::Raised(error),
        }
    }

    /// Writes what is said about how a call left.
    pub(super) fn write_left(&self, py: Python<'_>, call: Wire, left: Left<'_>, out: &mut Vec<u8>) {
        match left {
            Left::Returned(value) => write_answer(py, call, Ok(value), out),
            Left::Raised(error) => write_answer(py, call, Err(error), out),
            Left::Awaited => {}
            Left::Stale => write_empty(Head::new(Op::Stale, call), out),
            Left::Panicked(failed) => Frame::failure(call, &failed.kind, &failed.message, out),
        }
    }

    /// Answers a call without Python.
    pub(super) fn fail(&self, call: Wire, kind: &str, message: &str) {
        let mut out = Vec::new();
        Frame::failure(call, kind, message, &mut out);
        self.outbox.send(&out);
    }
}

impl Entry {
    /// What the function is called with.
    pub(super) fn arguments<'py>(
        &self,
        py: Python<'py>,
        run: u64,
        arguments: &[u8],
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let keywords = json_in::keywords(py, arguments)?;
        let positional = if self.takes_run() { PyTuple::new(py, [run])? } else { PyTuple::empty(py) };
        Ok((positional, keywords))
    }
}

/// Writes a call's answer. What it raised goes to the log as well.
fn write_answer(py: Python<'_>, call: Wire, outcome: PyResult<Bound<'_, PyAny>>, out: &mut Vec<u8>) {
    let start = out.len();
    let written = catch_unwind(AssertUnwindSafe(|| match outcome {
        Ok(value) => {
            let frame = Frame::begin(out, Head::new(Op::Ok, call));
            json_out::write(&value, out).map_err(|refused| Failed::refused(py, &refused))?;
            frame.end(out).map_err(|length| {
                Failed::new("MemoryError", format!("the result is {length} bytes long; return less than 4 GiB"))
            })
        }
        Err(error) => {
            error.display(py);
            Err(Failed::raised(py, &error))
        }
    }));
    let failed = match written {
        Ok(Ok(())) => return,
        Ok(Err(failed)) => failed,
        Err(panic) => Failed::panicked(&*panic),
    };
    out.truncate(start);
    Frame::failure(call, &failed.kind, &failed.message, out);
}

fn write_empty(head: Head, out: &mut Vec<u8>) {
    let frame = Frame::begin(out, head);
    // an empty body always fits
    let _ = frame.end(out);
}

/// `None` for no arguments: the interpreter's shorter way.
fn some_keywords<'a, 'py>(keywords: &'a Bound<'py, PyDict>) -> Option<&'a Bound<'py, PyDict>> {
    (!keywords.is_empty()).then_some(keywords)
}

/// Whether a sync function returned something to await. What JSON has a form for is not asked.
fn is_awaitable(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    use pyo3::types::{PyBool, PyFloat, PyInt, PyList, PyString};
    if value.is_none()
        || value.is_exact_instance_of::<PyString>()
        || value.is_exact_instance_of::<PyDict>()
        || value.is_exact_instance_of::<PyList>()
        || value.is_exact_instance_of::<PyInt>()
        || value.is_exact_instance_of::<PyBool>()
        || value.is_exact_instance_of::<PyFloat>()
        || value.is_exact_instance_of::<PyTuple>()
    {
        return Ok(false);
    }
    value.get_type().hasattr("__await__")
}
