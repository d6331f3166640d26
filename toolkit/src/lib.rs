//! Give tools to LLM agents: one catalog from Rust and Python, behind one server.

mod catalog;
mod context;
mod error;
mod harness;
mod linked;
mod outcome;
mod provider;
mod registry;
mod spec;

#[cfg(feature = "dispatch")]
mod args;
#[cfg(feature = "cli")]
mod cli;
#[cfg(feature = "dispatch")]
mod deadlines;
#[cfg(feature = "dispatch")]
mod dispatch;
#[cfg(feature = "dispatch")]
mod exec;
#[cfg(feature = "dispatch")]
mod log;
#[cfg(feature = "dispatch")]
mod runs;
#[cfg(feature = "server")]
pub mod server;
#[cfg(feature = "dispatch")]
mod spill;

pub use catalog::{Catalog, Listed};
#[cfg(feature = "cli")]
pub use cli::main;
pub use context::{Context, RunId};
#[cfg(feature = "dispatch")]
pub use dispatch::{Dispatcher, Ended, Options, Reply, Request};
pub use error::{Error, Failure, Report};
#[cfg(feature = "dispatch")]
pub use log::EventLog;
pub use outcome::{Answer, Notes, Outcome};
pub use registry::Registry;
pub use spec::{Origin, ToolSpec};
#[cfg(feature = "dispatch")]
pub use spill::Spill;
pub use toolkit_rules as rules;

/// What expansions of `#[tool]` and providers of tools name. Not for anyone else.
#[doc(hidden)]
pub mod __private {
    pub use crate::linked::{AsyncCall, Entry, Group, LinkedTool};
    pub use inventory;
}

/// What a source of tools implements: linked Rust tools, Python trees, connected servers.
pub mod providers {
    pub use crate::provider::{
        Arguments, Asked, Call, CallId, Cut, Done, Factory, Harness, Listing, Offered, Open, ProcessRole, Provider,
        Settings,
    };
}
