//! Standard streams: what tools print goes to the log, and no tool can take the log from the others.

use pyo3::prelude::*;
use std::{
    io,
    os::fd::RawFd,
    sync::atomic::{AtomicI32, Ordering},
};

/// A private copy of the log's descriptor.
static LOG: AtomicI32 = AtomicI32::new(-1);

/// Lines go out as they are printed, and `sys.stdout.close()` closes nothing.
pub(super) fn keep_open(py: Python<'_>) -> PyResult<()> {
    // SAFETY: plain system call; the copy is kept for the life of the process.
    let copy = unsafe { libc::fcntl(libc::STDERR_FILENO, libc::F_DUPFD_CLOEXEC, 10) };
    LOG.store(copy, Ordering::SeqCst);
    PyModule::from_code(py, SOURCE, c"pyshim/streams.py", c"_pyshim_streams")?;
    Ok(())
}

const SOURCE: &std::ffi::CStr = cr#"
import io
import sys


class Bytes(io.BufferedWriter):
    """What a standard stream writes to; a tool cannot close it."""

    def close(self):
        self.flush()

    def detach(self):
        raise io.UnsupportedOperation("a standard stream stays where it is")


class Log(io.TextIOWrapper):
    """A standard stream that a tool cannot close."""

    def close(self):
        self.flush()

    def detach(self):
        raise io.UnsupportedOperation("a standard stream stays where it is")


def log(descriptor):
    raw = io.FileIO(descriptor, "w", closefd=False)
    return Log(Bytes(raw), encoding="utf-8", errors="backslashreplace", line_buffering=True)


sys.stdout = sys.__stdout__ = log(1)
sys.stderr = sys.__stderr__ = log(2)
"#;

/// Opens again what a tool closed by number. Called when nothing runs.
pub(super) fn restore() {
    let log = LOG.load(Ordering::SeqCst);
    for fd in [libc::STDOUT_FILENO, libc::STDERR_FILENO] {
        if log >= 0 && is_closed(fd) {
            // SAFETY: plain system call on a number that nobody has.
            unsafe { libc::dup2(log, fd) };
        }
    }
    if is_closed(libc::STDIN_FILENO) {
        // SAFETY: a constant path; the lowest free number is 0.
        unsafe { libc::open(c"/dev/null".as_ptr(), libc::O_RDONLY) };
    }
}

fn is_closed(fd: RawFd) -> bool {
    // SAFETY: plain system call.
    let flags = unsafe { libc::fcntl(fd, libc::F_GETFD) };
    flags < 0 && io::Error::last_os_error().raw_os_error() == Some(libc::EBADF)
}
