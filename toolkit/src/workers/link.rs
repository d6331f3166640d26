//! What supervisor and worker say to each other over: frames on a socket pair, and one page of shared memory that
//! tells which calls have started.
//!
//! Nothing here waits for the other side to read.

use super::{Frame, Head, Op, Outbox, Started};
use std::{
    io,
    os::fd::{FromRawFd, OwnedFd},
};

/// The worker's end of the socket pair, as the worker inherits it.
pub(super) const SOCKET_FD: i32 = 3;
/// The page of started calls, as the worker inherits it.
pub(super) const STARTED_FD: i32 = 4;

/// One side's end of the link.
pub struct Link {
    /// Where frames go, and where they come from.
    pub outbox: Outbox,
    /// The page of started calls.
    pub started: Started,
}

impl Link {
    /// The worker's end, from the descriptors that the supervisor passed.
    ///
    /// # Errors
    ///
    /// When they are not there: then nobody started this process as a worker.
    pub fn inherited() -> io::Result<Self> {
        for fd in [SOCKET_FD, STARTED_FD] {
            // SAFETY: plain system call; a descriptor that is not open is an error.
            if unsafe { libc::fcntl(fd, libc::F_SETFD, libc::FD_CLOEXEC) } < 0 {
                return Err(io::Error::last_os_error());
            }
        }
        let started = Started::map(STARTED_FD)?;
        // SAFETY: both descriptors are open, as was just seen, and were passed to be owned by this process.
        let (socket, _page) = unsafe { (OwnedFd::from_raw_fd(SOCKET_FD), OwnedFd::from_raw_fd(STARTED_FD)) };
        Ok(Self { outbox: Outbox::new(socket), started })
    }

    /// Says that this process can work, and what it was built from.
    pub fn hello(&self, edition: &str) {
        self.outbox.send(&Frame::whole(Head::new(Op::Hello, Wire::default()), edition.as_bytes()));
    }

    /// Says why this process cannot be a worker.
    pub fn unfit(&self, why: &str) {
        self.outbox.send(&Frame::whole(Head::new(Op::Unfit, Wire::default()), why.as_bytes()));
    }
}

/// One call's number on the wire: a slot of the supervisor's table, and how often that slot has been used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Wire {
    /// The slot. Slot 0 is the loading of what the worker serves.
    pub slot: u32,
    /// The use of the slot, from 1.
    pub turn: u32,
}

impl Wire {
    /// As one number.
    #[must_use]
    pub fn number(self) -> u64 {
        u64::from(self.turn) << 32 | u64::from(self.slot)
    }

    /// From one number.
    #[expect(clippy::cast_possible_truncation, reason = "the two halves of the number are wanted")]
    #[must_use]
    pub fn from_number(number: u64) -> Self {
        Self { slot: number as u32, turn: (number >> 32) as u32 }
    }
}
