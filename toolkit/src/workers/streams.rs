//! Standard streams of a worker: what tools print goes to the log, and no tool can take the log from the others.

use std::{
    io,
    os::fd::RawFd,
    sync::atomic::{AtomicI32, Ordering},
};

/// A private copy of the log's descriptor.
static LOG: AtomicI32 = AtomicI32::new(-1);

/// Keeps the log for [`open_streams`].
pub fn keep_streams() {
    // SAFETY: plain system call; the copy is kept for the life of the process.
    let copy = unsafe { libc::fcntl(libc::STDERR_FILENO, libc::F_DUPFD_CLOEXEC, 10) };
    LOG.store(copy, Ordering::SeqCst);
}

/// Opens again what a tool closed by number.
pub fn open_streams() {
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
