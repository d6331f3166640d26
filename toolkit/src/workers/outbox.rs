//! The writing half of a link: bytes go out at once as far as the socket takes them, and the rest is written by a
//! thread of its own. Nobody who sends ever waits for the other side to read.

use std::{
    io,
    os::fd::{AsRawFd, OwnedFd, RawFd},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
};

/// One socket to write to.
pub struct Outbox(Arc<Inner>);

struct Inner {
    socket: OwnedFd,
    queue: Mutex<Queue>,
    filled: Condvar,
}

#[derive(Default)]
struct Queue {
    bytes: Vec<u8>,
    /// How many of them have been written.
    written: usize,
    /// The draining thread is at work: whoever comes now queues behind it.
    draining: bool,
    /// The draining thread has been started.
    drained_by: bool,
    closed: bool,
}

impl Outbox {
    /// Above this, held bytes are not worth holding.
    const HELD: usize = 16 * 1024;

    pub fn new(socket: OwnedFd) -> Self {
        Self(Arc::new(Inner { socket, queue: Mutex::default(), filled: Condvar::new() }))
    }

    /// The socket, to read from.
    pub fn socket(&self) -> RawFd {
        self.0.socket.as_raw_fd()
    }

    /// Sends now what the socket takes.
    pub fn send(&self, bytes: &[u8]) {
        let queue = self.0.lock();
        self.push(queue, bytes);
    }

    /// Keeps the bytes for the next [`Outbox::flush`] or [`Outbox::send`], so that many answers are one write.
    pub fn hold(&self, bytes: &[u8]) {
        let mut queue = self.0.lock();
        if queue.bytes.len() + bytes.len() > Self::HELD {
            return self.push(queue, bytes);
        }
        queue.bytes.extend_from_slice(bytes);
    }

    /// Sends what was held.
    pub fn flush(&self) {
        let queue = self.0.lock();
        if !queue.bytes.is_empty() {
            self.push(queue, &[]);
        }
    }

    /// No more bytes go out; both directions end.
    pub fn close(&self) {
        let mut queue = self.0.lock();
        queue.closed = true;
        // SAFETY: plain system call on a socket that lives as long as `self`.
        unsafe { libc::shutdown(self.socket(), libc::SHUT_RDWR) };
        drop(queue);
        self.0.filled.notify_all();
    }

    fn push(&self, mut queue: MutexGuard<'_, Queue>, mut bytes: &[u8]) {
        if queue.closed {
            return;
        }
        if queue.draining {
            return queue.bytes.extend_from_slice(bytes);
        }
        if queue.bytes.is_empty() {
            // the usual case: nothing is copied
            match write(self.socket(), bytes) {
                Ok(n) => bytes = &bytes[n..],
                Err(_) => return queue.closed = true,
            }
            if bytes.is_empty() {
                return;
            }
            queue.bytes.extend_from_slice(bytes);
        } else {
            queue.bytes.extend_from_slice(bytes);
            match write(self.socket(), &queue.bytes) {
                Ok(n) if n == queue.bytes.len() => return queue.bytes.clear(),
                Ok(n) => queue.written = n,
                Err(_) => return queue.closed = true,
            }
        }
        queue.draining = true;
        if queue.drained_by {
            return self.0.filled.notify_one();
        }
        let inner = Arc::clone(&self.0);
        let spawned = std::thread::Builder::new().name("link-drain".into()).spawn(move || inner.drain());
        match spawned {
            Ok(_) => queue.drained_by = true,
            // without a thread the rest of a frame cannot follow, and half a frame is no link
            Err(_) => queue.closed = true,
        }
    }
}

impl Drop for Outbox {
    fn drop(&mut self) {
        self.close();
    }
}

impl Inner {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes what the socket did not take at once, for as long as the link lives.
    fn drain(&self) {
        let mut queue = self.lock();
        while !queue.closed {
            if !queue.draining {
                queue = self.filled.wait(queue).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            // taken out, so that nobody who sends waits for this write
            let bytes = std::mem::take(&mut queue.bytes);
            let mut written = std::mem::take(&mut queue.written);
            drop(queue);
            let mut broken = false;
            while written < bytes.len() && !broken {
                match write(self.socket.as_raw_fd(), &bytes[written..]) {
                    Ok(0) => broken = !writable(self.socket.as_raw_fd()),
                    Ok(n) => written += n,
                    Err(_) => broken = true,
                }
            }
            queue = self.lock();
            queue.closed |= broken;
            queue.draining = !queue.bytes.is_empty();
        }
        queue.bytes = Vec::new();
    }
}

/// Writes what the socket takes now; 0 when it is full.
fn write(socket: RawFd, bytes: &[u8]) -> io::Result<usize> {
    loop {
        // SAFETY: the pointer and the length are those of a live slice.
        let n =
            unsafe { libc::send(socket, bytes.as_ptr().cast(), bytes.len(), libc::MSG_NOSIGNAL | libc::MSG_DONTWAIT) };
        match usize::try_from(n) {
            Ok(n) => return Ok(n),
            Err(_) => match io::Error::last_os_error() {
                error if error.kind() == io::ErrorKind::Interrupted => {}
                error if error.kind() == io::ErrorKind::WouldBlock => return Ok(0),
                error => return Err(error),
            },
        }
    }
}

/// Waits until the socket takes bytes again. False when it never will.
fn writable(socket: RawFd) -> bool {
    let mut poll = libc::pollfd { fd: socket, events: libc::POLLOUT, revents: 0 };
    loop {
        // SAFETY: one live `pollfd`.
        match unsafe { libc::poll(&raw mut poll, 1, -1) } {
            1 => return poll.revents & (libc::POLLERR | libc::POLLHUP | libc::POLLNVAL) == 0,
            _ if io::Error::last_os_error().kind() == io::ErrorKind::Interrupted => {}
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        io::Read,
        os::unix::net::UnixStream,
        time::{Duration, Instant},
    };

    #[test]
    fn nobody_waits_for_a_side_that_does_not_read_and_nothing_is_lost_or_reordered() {
        let (a, mut b) = UnixStream::pair().unwrap();
        let outbox = Outbox::new(a.into());
        let began = Instant::now();
        let mut sent = Vec::new();
        for n in 0..200u32 {
            let piece = vec![n as u8; 20_000 + n as usize];
            if n % 3 == 0 {
                outbox.hold(&piece)
            } else {
                outbox.send(&piece)
            }
            sent.extend_from_slice(&piece);
        }
        assert!(began.elapsed() < Duration::from_secs(1), "sending waited: {:?}", began.elapsed());
        outbox.flush();
        let mut got = vec![0; sent.len()];
        b.read_exact(&mut got).unwrap();
        assert!(got == sent, "the bytes differ");
        outbox.send(b"after");
        let mut after = [0; 5];
        b.read_exact(&mut after).unwrap();
        assert_eq!(&after, b"after");
    }

    #[test]
    fn held_bytes_go_out_with_the_next_flush_and_before_what_is_sent_later() {
        let (a, mut b) = UnixStream::pair().unwrap();
        let outbox = Outbox::new(a.into());
        outbox.hold(b"one");
        b.set_nonblocking(true).unwrap();
        let mut got = [0; 6];
        assert!(b.read(&mut got).is_err(), "held bytes went out");
        outbox.send(b"two");
        b.read_exact(&mut got).unwrap();
        assert_eq!(&got, b"onetwo");
    }

    #[test]
    fn a_link_whose_other_side_is_gone_takes_bytes_and_drops_them() {
        let (a, b) = UnixStream::pair().unwrap();
        drop(b);
        let outbox = Outbox::new(a.into());
        outbox.send(b"nobody");
        outbox.send(&vec![0; 1 << 20]);
        outbox.flush();
    }
}
