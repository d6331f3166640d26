//! What supervisor and worker say to each other, and over what: frames on a socket pair, and one page of shared memory
//! that tells which calls have started.
//!
//! Nothing here waits for the other side to read, and nothing here knows Python.

mod frames;
mod outbox;
mod started;

pub(crate) use frames::{Frame, Frames, Head, Op};
pub(crate) use outbox::Outbox;
pub(crate) use started::Started;

/// The worker's end of the socket pair, as the worker inherits it.
pub(crate) const SOCKET_FD: i32 = 3;
/// The page of started calls, as the worker inherits it.
pub(crate) const STARTED_FD: i32 = 4;
/// The first argument of a program that is to be a worker.
pub(crate) const ROLE: &str = "pyshim-worker";
/// What both sides must have been built from: a worker of another build is refused.
pub(crate) const EDITION: &str = concat!("pyshim ", env!("CARGO_PKG_VERSION"), " frames 1");

/// One call's number on the wire: a slot of the supervisor's table, and how often that slot has been used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Wire {
    /// The slot. Slot 0 is the loading of the files.
    pub slot: u32,
    /// The use of the slot, from 1.
    pub turn: u32,
}

impl Wire {
    /// As one number.
    pub(crate) fn number(self) -> u64 {
        u64::from(self.turn) << 32 | u64::from(self.slot)
    }

    /// From one number.
    #[expect(clippy::cast_possible_truncation, reason = "the two halves of the number are wanted")]
    pub(crate) fn from_number(number: u64) -> Self {
        Self { slot: number as u32, turn: (number >> 32) as u32 }
    }
}

/// A file whose last import did not come back: it is not run again while it has this stamp.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Blame {
    pub stem: String,
    /// Modification time in nanoseconds, size, inode.
    pub stamp: (i64, u64, u64),
    pub message: String,
}
