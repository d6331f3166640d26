//! The process's standard streams: kept for the protocol, and replaced by ones that do no harm.

use std::{
    fs::File,
    io,
    os::fd::{AsRawFd, BorrowedFd, OwnedFd, RawFd},
};

/// Private copies of standard input and output; descriptor 0 then reads nothing and descriptor 1 is standard error.
pub(super) fn take() -> io::Result<(File, File)> {
    let input = duplicate(libc::STDIN_FILENO)?;
    let output = duplicate(libc::STDOUT_FILENO)?;
    let nothing = File::open("/dev/null")?;
    replace(nothing.as_raw_fd(), libc::STDIN_FILENO)?;
    replace(libc::STDERR_FILENO, libc::STDOUT_FILENO)?;
    Ok((File::from(input), File::from(output)))
}

/// A copy that no child process inherits and that is none of the three standard descriptors.
fn duplicate(fd: RawFd) -> io::Result<OwnedFd> {
    // SAFETY: a closed descriptor makes `try_clone_to_owned` fail; it is only borrowed for this call.
    unsafe { BorrowedFd::borrow_raw(fd) }.try_clone_to_owned()
}

fn replace(from: RawFd, to: RawFd) -> io::Result<()> {
    // SAFETY: `dup2` takes any two numbers, and nothing in this process owns the standard descriptors.
    if unsafe { libc::dup2(from, to) } < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// Whether a descriptor is a pipe, a socket or something else.
pub(super) fn kind(file: &File) -> io::Result<libc::mode_t> {
    use std::os::unix::fs::MetadataExt;
    Ok(file.metadata()?.mode() as libc::mode_t & libc::S_IFMT)
}

/// Another opening of the same pipe that never blocks, so that the flags of the one that the parent shares stay.
pub(super) fn reopen_nonblocking(pipe: &File) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    let path = format!("/proc/self/fd/{}", pipe.as_raw_fd());
    File::options().write(true).custom_flags(libc::O_NONBLOCK).open(path)
}

/// Writes to a socket what it takes at once.
pub(super) fn send_nonblocking(socket: &File, bytes: &[u8]) -> io::Result<usize> {
    // SAFETY: the pointer and the length are those of a live slice.
    let sent = unsafe { libc::send(socket.as_raw_fd(), bytes.as_ptr().cast(), bytes.len(), libc::MSG_DONTWAIT) };
    usize::try_from(sent).map_err(|_| io::Error::last_os_error())
}

/// Waits until a descriptor takes bytes, for this many milliseconds at most; for ever when negative.
pub(super) fn wait_writable(file: &File, milliseconds: i32) -> io::Result<bool> {
    let mut poll = libc::pollfd { fd: file.as_raw_fd(), events: libc::POLLOUT, revents: 0 };
    // SAFETY: one descriptor, on this stack for the whole call.
    match unsafe { libc::poll(&raw mut poll, 1, milliseconds) } {
        0 => Ok(false),
        1.. => Ok(true),
        _ => Err(io::Error::last_os_error()),
    }
}

#[cfg(test)]
pub(super) fn pipe() -> io::Result<(File, File)> {
    use std::os::fd::FromRawFd;
    let mut ends = [0; 2];
    // SAFETY: the array has room for both descriptors.
    if unsafe { libc::pipe(ends.as_mut_ptr()) } < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the kernel has just made both for us.
    Ok(unsafe { (File::from_raw_fd(ends[0]), File::from_raw_fd(ends[1])) })
}
