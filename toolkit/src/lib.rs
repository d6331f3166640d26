//! Give tools to LLM agents: one catalog from Rust and Python, behind one server.

mod context;
mod error;
mod linked;
mod outcome;
mod provider;
mod spec;

pub use context::{Context, RunId};
pub use error::{Failure, Report};
pub use outcome::{Answer, Outcome};
pub use spec::{Origin, ToolSpec};
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
        Arguments, Asked, Call, CallId, Cut, Done, Factory, Harness, Listing, Offered, ProcessRole, Provider, Settings,
    };
}
