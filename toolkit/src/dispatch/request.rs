//! What a call comes in with: the options of the dispatcher, and its own.

use crate::{context::RunId, log::EventLog, spill::Spill};
use std::time::Duration;

/// How calls are made.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The bound on a call where neither the call nor the tool has its own: 120 seconds.
    pub bound: Duration,
    /// Take no argument that is the same value in another dress.
    pub strict: bool,
    /// Which long results are written to a file.
    pub spill: Spill,
    /// Where one line a call goes.
    pub log: EventLog,
    /// Bounds pass only when a test says so.
    pub(crate) paused: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            bound: Duration::from_secs(120),
            strict: false,
            spill: Spill::default(),
            log: EventLog::off(),
            paused: false,
        }
    }
}

impl Options {
    /// With another bound.
    #[must_use]
    pub fn bound(mut self, bound: Duration) -> Self {
        self.bound = bound;
        self
    }

    /// With or without coercion of arguments.
    #[must_use]
    pub fn strict(mut self, strict: bool) -> Self {
        self.strict = strict;
        self
    }

    /// With another choice of what is written to files.
    #[must_use]
    pub fn spill(mut self, spill: Spill) -> Self {
        self.spill = spill;
        self
    }

    /// With an event log.
    #[must_use]
    pub fn log(mut self, log: EventLog) -> Self {
        self.log = log;
        self
    }
}

/// A call as it comes in.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The tool's name.
    pub name: &'a str,
    /// The arguments as JSON text; nothing and `null` are `{}`.
    pub arguments: Option<&'a str>,
    /// The run it belongs to.
    pub run: RunId,
    /// Its own bound.
    pub bound: Option<Duration>,
}
