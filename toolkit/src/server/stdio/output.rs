//! The way out: whole lines, in one buffer, from any thread.
//!
//! Who finds nobody writing writes, and takes along what others add meanwhile. It never waits for the client: what
//! the descriptor does not take at once is left to a thread of its own. A client that reads too slowly stops the
//! reading of its requests, not the tools.

use super::streams;
use std::{
    fs::File,
    io::{self, ErrorKind, Write},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::Instant,
};
use tokio::sync::Notify;

/// With this much waiting for the client no further request is read.
const ROOM: usize = 16 << 20;
/// A thread that has a call to finish writes for others this many times, no more.
const TURNS: usize = 4;
/// What a descriptor that is said to be writable takes without blocking.
const SURE: usize = 4096;
/// Buffers that grew beyond this are given back.
const KEPT: usize = 1 << 20;

/// Standard output, as the protocol writes it.
pub(super) struct Output {
    sink: Sink,
    state: Mutex<State>,
    changed: Condvar,
    closed: Notify,
}

#[derive(Default)]
struct State {
    /// Lines that nobody has taken yet.
    waiting: Vec<u8>,
    /// Taken, not written, and left to the thread.
    left: Vec<u8>,
    /// An empty buffer to swap in.
    spare: Vec<u8>,
    writer: Writer,
    /// Answers wait, because more requests are at hand.
    held: bool,
    broken: bool,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Writer {
    #[default]
    Nobody,
    /// A thread that had something to say.
    Passing,
    /// The thread that waits for the client.
    Lasting,
}

impl Output {
    /// An output on this descriptor, with its thread.
    pub(super) fn new(file: File) -> io::Result<Arc<Self>> {
        let output = Arc::new(Self {
            sink: Sink::of(file)?,
            state: Mutex::default(),
            changed: Condvar::new(),
            closed: Notify::new(),
        });
        let own = Arc::clone(&output);
        thread::Builder::new().name("standard output".to_owned()).spawn(move || own.write_for_ever())?;
        Ok(output)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends one line, which `write` appends without its end.
    pub(super) fn send(&self, write: impl FnOnce(&mut Vec<u8>)) {
        let mut state = self.lock();
        if state.broken {
            return;
        }
        write(&mut state.waiting);
        state.waiting.push(b'\n');
        if !state.held && state.writer == Writer::Nobody {
            self.pass(state);
        }
    }

    /// Keeps lines back until `release`.
    pub(super) fn hold(&self) {
        self.lock().held = true;
    }

    /// Sends what was kept back. Waits while too much is waiting for the client.
    pub(super) fn release(&self) {
        let mut state = self.lock();
        state.held = false;
        if state.writer == Writer::Nobody && !state.waiting.is_empty() {
            self.pass(state);
            state = self.lock();
        }
        while state.waiting.len() + state.left.len() > ROOM && !state.broken {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Writes what is waiting, as long as the descriptor takes it at once.
    fn pass<'a>(&'a self, mut state: MutexGuard<'a, State>) {
        state.writer = Writer::Passing;
        for _ in 0..TURNS {
            let spare = std::mem::take(&mut state.spare);
            let mut lines = std::mem::replace(&mut state.waiting, spare);
            drop(state);
            let written = self.sink.write_now(&lines);
            state = self.lock();
            match written {
                Ok(written) if written < lines.len() => {
                    lines.drain(..written);
                    state.left = lines;
                    break;
                }
                Ok(_) => state.keep(lines),
                Err(_) => return self.break_off(&mut state),
            }
            if state.waiting.is_empty() {
                state.writer = Writer::Nobody;
                return self.changed.notify_all();
            }
        }
        state.writer = Writer::Lasting;
        self.changed.notify_all();
    }

    fn write_for_ever(&self) {
        let mut state = self.lock();
        loop {
            while state.writer != Writer::Lasting {
                if state.broken {
                    return;
                }
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            let mut lines = std::mem::take(&mut state.left);
            if lines.is_empty() {
                let spare = std::mem::take(&mut state.spare);
                lines = std::mem::replace(&mut state.waiting, spare);
            }
            if lines.is_empty() {
                state.writer = Writer::Nobody;
                self.changed.notify_all();
                continue;
            }
            drop(state);
            let written = self.sink.write_all(&lines);
            state = self.lock();
            if written.is_err() {
                return self.break_off(&mut state);
            }
            state.keep(lines);
            self.changed.notify_all();
        }
    }

    fn break_off(&self, state: &mut State) {
        state.broken = true;
        state.waiting = Vec::new();
        state.left = Vec::new();
        state.writer = Writer::Nobody;
        self.changed.notify_all();
        self.closed.notify_one();
    }

    /// Until the client has closed its end.
    pub(super) async fn closed(&self) {
        self.closed.notified().await;
        // Whoever asks next is told as well.
        self.closed.notify_one();
    }

    /// Waits until everything is written, but not past this moment; then nothing is written any more.
    pub(super) fn finish(&self, until: Instant) {
        let mut state = self.lock();
        state.held = false;
        if state.writer == Writer::Nobody && !state.waiting.is_empty() {
            self.pass(state);
            state = self.lock();
        }
        while state.writer != Writer::Nobody {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            state = self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        self.break_off(&mut state);
    }
}

impl State {
    fn keep(&mut self, mut lines: Vec<u8>) {
        if lines.capacity() <= KEPT {
            lines.clear();
            self.spare = lines;
        }
    }
}

/// A descriptor, and how to write to it without waiting.
enum Sink {
    Pipe(File),
    Socket(File),
    Other(File),
}

impl Sink {
    fn of(file: File) -> io::Result<Self> {
        Ok(match streams::kind(&file)? {
            libc::S_IFIFO => match streams::reopen_nonblocking(&file) {
                Ok(pipe) => Self::Pipe(pipe),
                Err(_) => Self::Other(file),
            },
            libc::S_IFSOCK => Self::Socket(file),
            _ => Self::Other(file),
        })
    }

    fn file(&self) -> &File {
        let (Self::Pipe(file) | Self::Socket(file) | Self::Other(file)) = self;
        file
    }

    /// Writes what is taken at once; says how much.
    fn write_now(&self, bytes: &[u8]) -> io::Result<usize> {
        let mut written = 0;
        while written < bytes.len() {
            let rest = &bytes[written..];
            let result = match self {
                Self::Pipe(pipe) => (&*pipe).write(rest),
                Self::Socket(socket) => streams::send_nonblocking(socket, rest),
                Self::Other(file) => match streams::wait_writable(file, 0) {
                    Ok(true) => (&*file).write(&rest[..rest.len().min(SURE)]),
                    Ok(false) => return Ok(written),
                    Err(error) => Err(error),
                },
            };
            match result {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(taken) => written += taken,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(written),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(written)
    }

    /// Writes everything, however long the client takes.
    fn write_all(&self, bytes: &[u8]) -> io::Result<()> {
        let mut written = 0;
        loop {
            written += self.write_now(&bytes[written..])?;
            if written == bytes.len() {
                return Ok(());
            }
            match streams::wait_writable(self.file(), -1) {
                Err(error) if error.kind() != ErrorKind::Interrupted => return Err(error),
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        io::{BufRead, BufReader, Read},
        os::unix::net::UnixStream,
        time::Duration,
    };

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(20)
    }

    /// Every kind of descriptor that a client may hand over, with its other end.
    fn ends() -> io::Result<Vec<(File, File)>> {
        let (near, far) = UnixStream::pair()?;
        let (read, write) = streams::pipe()?;
        Ok(vec![(read, write), (File::from(std::os::fd::OwnedFd::from(near)), std::os::fd::OwnedFd::from(far).into())])
    }

    #[test]
    fn a_client_that_does_not_read_stops_no_thread_and_loses_no_line() -> io::Result<()> {
        for (read, write) in ends()? {
            let output = Output::new(write)?;
            let long = "x".repeat(1000);
            let began = Instant::now();
            thread::scope(|scope| {
                for thread in 0..4 {
                    let (output, long) = (&output, &long);
                    scope.spawn(move || {
                        for line in 0..1000 {
                            output.send(|out| out.extend_from_slice(format!("{thread} {line} {long}").as_bytes()));
                        }
                    });
                }
            });
            assert!(began.elapsed() < Duration::from_secs(10), "nobody waited for the client");
            let mut next = [0; 4];
            let mut reader = BufReader::new(read);
            for _ in 0..4000 {
                let mut line = String::new();
                reader.read_line(&mut line)?;
                let mut parts = line.trim_end().split(' ');
                let thread: usize = parts.next().and_then(|part| part.parse().ok()).expect("a thread");
                let number: i32 = parts.next().and_then(|part| part.parse().ok()).expect("a number");
                assert_eq!((number, parts.next()), (next[thread], Some(&*long)));
                next[thread] += 1;
            }
            output.finish(soon());
        }
        Ok(())
    }

    #[test]
    fn held_lines_leave_together_when_released() -> io::Result<()> {
        let (mut read, write) = streams::pipe()?;
        let output = Output::new(write)?;
        output.hold();
        output.send(|out| out.extend_from_slice(b"one"));
        output.send(|out| out.extend_from_slice(b"two"));
        assert!(output.lock().writer == Writer::Nobody && output.lock().waiting == b"one\ntwo\n");
        output.release();
        output.finish(soon());
        let mut both = [0; 8];
        read.read_exact(&mut both)?;
        assert_eq!(&both, b"one\ntwo\n");
        Ok(())
    }

    #[test]
    fn a_client_that_is_gone_is_noticed_and_nothing_waits_for_it() -> io::Result<()> {
        let (read, write) = streams::pipe()?;
        drop(read);
        let output = Output::new(write)?;
        output.send(|out| out.extend_from_slice(b"hello"));
        output.finish(soon());
        assert!(output.lock().broken);
        output.release();
        let runtime = tokio::runtime::Builder::new_current_thread().build()?;
        runtime.block_on(output.closed());
        Ok(())
    }
}
