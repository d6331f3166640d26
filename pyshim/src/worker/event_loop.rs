//! Async tools: all on one event loop that lasts, started with the first of them.

use super::{WORKER, Worker};
use crate::link::{Head, Op, Wire};
use pyo3::{
    prelude::*,
    sync::PyOnceLock,
    types::{PyDict, PyTuple},
};
use std::sync::atomic::{AtomicBool, Ordering};

/// The loop, once there is one.
pub(super) struct EventLoop {
    module: PyOnceLock<Py<PyModule>>,
    there: AtomicBool,
}

impl EventLoop {
    pub(super) fn new() -> Self {
        Self { module: PyOnceLock::new(), there: AtomicBool::new(false) }
    }

    /// Whether there is a loop that could answer a ping.
    pub(super) fn is_there(&self) -> bool {
        self.there.load(Ordering::SeqCst)
    }

    fn module<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyModule>> {
        let module = self.module.get_or_try_init(py, || {
            let source = std::ffi::CString::new(include_str!("event_loop.py"))?;
            let module = PyModule::from_code(py, &source, c"pyshim/event_loop.py", c"_pyshim_event_loop")?;
            for function in [wrap_pyfunction!(began, py)?, wrap_pyfunction!(ended, py)?, wrap_pyfunction!(looped, py)?]
            {
                module.add_function(function)?;
            }
            module.call_method0("start")?;
            self.there.store(true, Ordering::SeqCst);
            PyResult::Ok(module.unbind())
        })?;
        Ok(module.bind(py))
    }

    /// Calls the function on the loop and awaits its result. The answer comes from there.
    pub(super) fn submit<'py>(
        &self,
        call: Wire,
        function: &Bound<'py, PyAny>,
        positional: Bound<'py, PyTuple>,
        keywords: Bound<'py, PyDict>,
    ) -> PyResult<()> {
        let module = self.module(function.py())?;
        module.call_method1("submit", (call.number(), function, positional, keywords))?;
        Ok(())
    }

    /// Awaits what a sync function returned.
    pub(super) fn finish(&self, call: Wire, awaitable: &Bound<'_, PyAny>) -> PyResult<()> {
        self.module(awaitable.py())?.call_method1("finish", (call.number(), awaitable))?;
        Ok(())
    }

    /// Cancels the call's task, if it has one.
    pub(super) fn cancel(&self, call: Wire) {
        self.tell("cancel", call);
    }

    /// Asks whether the loop turns.
    pub(super) fn ping(&self, call: Wire) {
        self.tell("ping", call);
    }

    fn tell(&self, what: &str, call: Wire) {
        if !self.is_there() {
            return;
        }
        Python::attach(|py| {
            if let Some(module) = self.module.get(py)
                && let Err(error) = module.bind(py).call_method1(what, (call.number(),))
            {
                error.display(py);
            }
        });
    }
}

fn worker() -> PyResult<&'static Worker> {
    WORKER.get().ok_or_else(|| pyo3::exceptions::PyRuntimeError::new_err("the worker has not begun"))
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
    let mut out = Vec::new();
    let outcome = if error.is_none() { Ok(result) } else { Err(PyErr::from_value(error)) };
    worker.write_answer(py, Wire::from_number(call), outcome, &mut out);
    py.detach(|| worker.outbox.send(&out));
    Ok(())
}

/// The loop turns.
#[pyfunction]
fn looped(py: Python<'_>, call: u64) -> PyResult<()> {
    let worker = worker()?;
    py.detach(|| worker.send(Head::new(Op::Looped, Wire::from_number(call)), &[]));
    Ok(())
}
