//! Worker processes: where tools run that must not take the server along. What both sides of the link are made of is
//! here, and the server's side of it whole: starting workers, sending calls, ending what does not end, and having a
//! worker for the next call whatever the last one did.
//!
//! Which tools those are is a [`Source`]'s business: the Python files of a harness, or Rust tools that are to be
//! isolated. Nothing here knows a language.

mod asking;
mod bell;
mod calls;
mod frames;
mod keeper;
mod link;
mod loading;
mod memory;
mod outbox;
mod program;
mod recovery;
mod source;
mod started;
mod streams;
mod supervisor;

pub use frames::{Frame, Frames, Head, Op};
pub use link::{Link, Wire};
pub use outbox::Outbox;
pub use program::{Program, asked_for_roles, own_program, plays_roles};
pub use source::{Kind, Source};
pub use started::Started;
pub use streams::{keep_streams, open_streams};
pub use supervisor::Supervisor;

use std::{
    io::Write as _,
    sync::{Mutex, MutexGuard, PoisonError},
};

pub(crate) fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One line for whoever runs the server. A log that nobody reads any more is no reason to stop.
fn log(line: std::fmt::Arguments<'_>) {
    let _ = writeln!(std::io::stderr(), "toolkit: {line}");
}
