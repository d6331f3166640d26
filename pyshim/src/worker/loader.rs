//! The Python side of the worker: the loader's modules, and what is asked of them.

use super::{WORKER, json_in, questions};
use crate::python::SOURCES;
use pyo3::prelude::*;
use std::{
    collections::HashMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use toolkit::workers::{Head, Op, Wire};

/// The call is awaited.
const ASYNC: u8 = 1;
/// The call takes the run before its arguments.
const RUN: u8 = 2;

/// The module that asks for other files.
pub(super) const LOADER_OTHERS: &str = "_pyshim_others";

/// What is called for a tool.
pub(super) struct Entry {
    pub function: Py<PyAny>,
    mode: u8,
}

impl Entry {
    pub(super) fn is_async(&self) -> bool {
        self.mode & ASYNC != 0
    }

    pub(super) fn takes_run(&self) -> bool {
        self.mode & RUN != 0
    }
}

/// The loader, and what it has handed out.
pub(super) struct Loader {
    module: Py<PyModule>,
    /// By key, so that a call does not ask Python for what it knows. Emptied when files are loaded again.
    entries: Mutex<HashMap<u64, Arc<Entry>>>,
}

impl Loader {
    /// Loads the loader, which serves nothing yet.
    pub(super) fn new(py: Python<'_>) -> PyResult<Self> {
        let mut last = None;
        for source in SOURCES {
            last = Some(PyModule::from_code(py, source.text, source.file, source.name)?);
        }
        let module = last.ok_or_else(|| pyo3::exceptions::PyImportError::new_err("the loader has no modules"))?;
        Ok(Self { module: module.unbind(), entries: Mutex::default() })
    }

    fn entries(&self) -> MutexGuard<'_, HashMap<u64, Arc<Entry>>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is called for this key.
    pub(super) fn entry(&self, py: Python<'_>, key: u64) -> PyResult<Arc<Entry>> {
        if let Some(entry) = self.entries().get(&key) {
            return Ok(Arc::clone(entry));
        }
        let (function, mode) = self.module.bind(py).call_method1("entry", (key,))?.extract()?;
        let entry = Arc::new(Entry { function, mode });
        self.entries().insert(key, Arc::clone(&entry));
        Ok(entry)
    }

    /// Whether the key is known to be of an async tool. Needs no interpreter lock.
    pub(super) fn is_known_async(&self, key: u64) -> bool {
        self.entries().get(&key).is_some_and(|entry| entry.is_async())
    }

    /// Loads what moved, of what `setup` says where it says anything; the facts of the whole folder as a JSON text.
    pub(super) fn refresh<'py>(&self, py: Python<'py>, setup: &[u8]) -> PyResult<Bound<'py, PyAny>> {
        let module = self.module.bind(py);
        if !setup.is_empty() {
            let setup = json_in::value(py, setup)?;
            module.call_method1("boot", (setup, wrap_pyfunction!(importing, py)?, questions::module(py)?))?;
        }
        let facts = module.call_method0("refresh")?;
        // dropped without the lock: that may run Python
        let gone = std::mem::take(&mut *self.entries());
        drop(gone);
        Ok(facts)
    }

    pub(super) fn end_run(&self, run: u64) {
        self.tell("end_run", (run,));
    }

    pub(super) fn drop_instance(&self, run: u64, stem: &str) {
        self.tell("drop_instance", (run, stem));
    }

    /// What has no answer: a tool's finalizer may fail, and then it is in the log.
    fn tell(&self, what: &str, arguments: impl for<'py> pyo3::call::PyCallArgs<'py>) {
        Python::attach(|py| {
            let told = catch_unwind(AssertUnwindSafe(|| self.module.bind(py).call_method1(what, arguments)));
            if let Ok(Err(error)) = told {
                error.display(py);
            }
        });
    }
}

/// The loader is about to run a file.
#[pyfunction]
fn importing(py: Python<'_>, stem: &str) {
    if let Some(worker) = WORKER.get() {
        worker.end_if_forked();
        py.detach(|| worker.send(Head::new(Op::Importing, Wire::default()), stem.as_bytes()));
    }
}
