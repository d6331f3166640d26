//! Ending a call that does not end by itself.
//!
//! On the main thread a signal does it, which the worker sends to its own main thread: it breaks sleeps, reads, locks and
//! regular expressions, and the handler raises in the call that was meant and in no other. On other threads an exception
//! is left for the interpreter to raise, which waits for the next line of Python.

use super::WORKER;
use pyo3::{exceptions::PyTimeoutError, ffi, prelude::*};
use std::{
    collections::HashMap,
    ffi::c_long,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};
use toolkit::workers::Wire;

/// Who runs what, as far as ending it goes.
pub(super) struct Interrupts {
    main: libc::pthread_t,
    /// The call that the main thread runs, as a number; 0 for none.
    on_main: AtomicU64,
    /// The call that the main thread is to end, and the message for it.
    wanted: Mutex<Option<(Wire, String)>>,
    /// The Python threads that run calls, and whether an exception was left for them.
    elsewhere: Mutex<HashMap<Wire, (c_long, bool)>>,
}

/// The signal for the worker's own main thread: nobody else's, as far as anyone knows.
fn signal() -> i32 {
    #[cfg(target_os = "linux")]
    return libc::SIGRTMAX() - 2;
    #[cfg(not(target_os = "linux"))]
    return libc::SIGUSR2;
}

/// Puts the handler in place. On the interpreter's main thread.
pub(super) fn install(py: Python<'_>) -> PyResult<()> {
    py.import("signal")?.call_method1("signal", (signal(), wrap_pyfunction!(on_signal, py)?))?;
    Ok(())
}

/// Runs on the main thread between two steps of whatever runs there. A signal that comes late does nothing.
#[pyfunction]
fn on_signal(_number: i32, _frame: Bound<'_, PyAny>) -> PyResult<()> {
    let Some(interrupts) = WORKER.get().map(|worker| &worker.interrupts) else { return Ok(()) };
    let running = interrupts.on_main.load(Ordering::SeqCst);
    match &*lock(&interrupts.wanted) {
        Some((call, message)) if call.number() == running => Err(PyTimeoutError::new_err(message.clone())),
        _ => Ok(()),
    }
}

impl Interrupts {
    /// For the thread that runs the interpreter's signal handlers.
    pub(super) fn of_this_thread() -> Self {
        Self {
            // SAFETY: plain library call without preconditions.
            main: unsafe { libc::pthread_self() },
            on_main: AtomicU64::new(0),
            wanted: Mutex::new(None),
            elsewhere: Mutex::default(),
        }
    }

    /// Whether the main thread runs the call.
    pub(super) fn is_on_main(&self, call: Wire) -> bool {
        self.on_main.load(Ordering::SeqCst) == call.number()
    }

    /// Ends the call if the main thread runs it, and says whether it does.
    pub(super) fn raise_on_main(&self, call: Wire, message: &str) -> bool {
        if !self.is_on_main(call) {
            return false;
        }
        *lock(&self.wanted) = Some((call, message.into()));
        // SAFETY: the main thread lives as long as the process, and the signal has a handler.
        unsafe { libc::pthread_kill(self.main, signal()) };
        true
    }

    /// Leaves an exception for the thread that runs the call, if one does.
    pub(super) fn raise_elsewhere(&self, py: Python<'_>, call: Wire) {
        let mut elsewhere = lock(&self.elsewhere);
        let Some((thread, left)) = elsewhere.get_mut(&call) else { return };
        *left = true;
        // SAFETY: attached; the thread is inside its call, since it takes its entry out attached and under this lock.
        unsafe { ffi::PyThreadState_SetAsyncExc(*thread, py.get_type::<PyTimeoutError>().as_ptr()) };
    }

    /// This thread runs the call until the guard goes. `py` first when it is not the main thread.
    pub(super) fn running(&self, call: Wire, main: bool) -> Running<'_> {
        if main {
            self.on_main.store(call.number(), Ordering::SeqCst);
        } else {
            // SAFETY: needs no interpreter lock.
            let thread = unsafe { ffi::PyThread_get_thread_ident() };
            #[expect(clippy::cast_possible_wrap, reason = "the interpreter takes the identifier as a signed number")]
            lock(&self.elsewhere).insert(call, (thread as c_long, false));
        }
        Running { interrupts: self, call, main }
    }
}

/// A thread runs a call. Goes while attached.
pub(super) struct Running<'a> {
    interrupts: &'a Interrupts,
    call: Wire,
    main: bool,
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        if self.main {
            return self.interrupts.on_main.store(0, Ordering::SeqCst);
        }
        if let Some((thread, true)) = lock(&self.interrupts.elsewhere).remove(&self.call) {
            // what was left too late would be raised in the next call
            // SAFETY: on the thread itself, attached.
            unsafe { ffi::PyThreadState_SetAsyncExc(thread, std::ptr::null_mut()) };
        }
    }
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}
