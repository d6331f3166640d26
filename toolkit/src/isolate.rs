//! Linked Rust tools in a worker process: a copy of this program, in which they run as they would here. What ends a
//! process (an abort, a stack overflow, `exit`, a segmentation fault, want of memory) ends that one, and a loop without
//! end goes with it.
//!
//! One worker serves all of a program's isolated tools. It is started by their first call, and the next one before
//! anybody asks. Nothing of the tools is decided here: the worker runs them through the same [`Linked`].

#[cfg(unix)]
mod apart;
#[cfg(unix)]
mod questions;
#[cfg(unix)]
mod worker;

use crate::{exec::Linked, linked::LinkedTool, provider::Provider, states::States};
use std::sync::{Arc, OnceLock};

/// Which tools run in a worker process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Isolation {
    /// Those that say so.
    #[default]
    Marked,
    /// All that are linked.
    All,
    /// None: a test calls them in its own process.
    Nothing,
}

impl Isolation {
    /// Whether this tool runs in a worker process.
    pub(crate) fn holds(self, tool: &LinkedTool) -> bool {
        match self {
            Self::Marked => tool.spec.extras.isolated,
            Self::All => true,
            Self::Nothing => false,
        }
    }
}

/// What this program's `main` put in, for the case that it is the worker.
static STATES: OnceLock<States> = OnceLock::new();

/// Remembers what a program put in, before it is asked whether it is the worker.
#[cfg(feature = "cli")]
pub(crate) fn hold(states: &States) {
    STATES.get_or_init(|| states.clone());
}

/// The provider of these tools, of which `isolation` says where they run.
pub(crate) fn provide(here: Linked, tools: &[&'static LinkedTool], isolation: Isolation) -> Arc<dyn Provider> {
    let apart: Vec<bool> = tools.iter().map(|tool| isolation.holds(tool)).collect();
    if !apart.contains(&true) {
        return Arc::new(here);
    }
    #[cfg(unix)]
    return Arc::new(apart::Isolated::new(here, tools, apart));
    #[cfg(not(unix))]
    {
        eprintln!("toolkit: isolated tools run in the server's own process on this system");
        Arc::new(here)
    }
}
