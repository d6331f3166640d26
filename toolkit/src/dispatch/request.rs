//! What a call comes in with: the options of the dispatcher, and its own.

use crate::{context::RunId, isolate::Isolation, log::EventLog, spill::Spill};
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
    /// Which linked tools run in a worker process.
    pub(crate) isolation: Isolation,
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
            isolation: Isolation::default(),
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

    /// With all linked Rust tools in a worker process, or only those that say `#[tool(isolate)]`.
    ///
    /// The worker is a copy of this program, whose `main` has to call [`toolkit::main`](crate::main).
    #[must_use]
    pub fn isolate(mut self, all: bool) -> Self {
        self.isolation = if all { Isolation::All } else { Isolation::Marked };
        self
    }

    /// With no tool in a worker process.
    pub(crate) fn in_process(mut self) -> Self {
        self.isolation = Isolation::Nothing;
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
