//! Give tools to LLM agents: one catalog from Rust and Python, behind one server.

// Expansions start at `::toolkit`, in this crate too.
extern crate self as toolkit;

mod catalog;
mod context;
mod declared;
mod error;
mod finite;
mod harness;
mod linked;
mod outcome;
mod provider;
mod registry;
mod result;
mod spec;
mod tool_type;

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
pub use linked::tool_names;
#[cfg(feature = "dispatch")]
pub use log::EventLog;
pub use outcome::{Answer, Notes, Outcome};
pub use registry::Registry;
pub use result::{ErrorType, ToolError};
pub use spec::{Origin, ToolSpec};
#[cfg(feature = "dispatch")]
pub use spill::Spill;
pub use tool_type::{Item, ToolType};
pub use toolkit_macros::{assert_schema, tool};
pub use toolkit_rules as rules;

/// What expansions of `#[tool]` and providers of tools name. Not for anyone else.
#[doc(hidden)]
pub mod __private {
    pub use crate::{
        declared::assert_schema,
        linked::{AsyncCall, Entry, Group, LinkedTool},
        spec::ToolSpec,
        tool_type::{Accepts, Parameter},
    };
    pub use inventory;

    /// All that an expansion brings into its scope: names that no author has, and methods without one.
    pub mod expansion {
        pub use crate::{
            __here,
            declared::{
                Declared as __Declared, Here as __Here, parameter as __parameter, parameter_or as __parameter_or,
                takes_no_items as __takes_no_items, takes_none as __takes_none,
            },
            linked::{
                Entry as __Entry, Group as __Group, LinkedTool as __LinkedTool, by_default as __by_default,
                instance as __instance_of, made as __made,
            },
            result::{Answers as _, FailsToAnswer as _, FailsToSerialize as _, Returned as __Returned},
            tool_type::{
                Parameter as __Parameter, ReadNothing as _, ReadParameter as _, slots as __slots_of, typed as __typed,
            },
        };
        pub use inventory::submit as __submit;
        pub use std::boxed::Box as __Box;
        pub use toolkit_rules::{Param as __Param, Scope as __Scope, const_text as __const_text};

        #[deprecated(
            note = "the model sees only the name of this tool; write a doc comment, or `description = \"..\"`"
        )]
        pub const TOOL_WITHOUT_DESCRIPTION: () = ();

        #[deprecated(
            note = "the model sees the first line of the doc text only; end the sentence there, or write `description = \"..\"`"
        )]
        pub const FIRST_LINE_RUNS_ON: () = ();
    }
}

/// What a source of tools implements: linked Rust tools, Python trees, connected servers.
pub mod providers {
    pub use crate::provider::{
        Arguments, Asked, Call, CallId, Cut, Done, Factory, Harness, Listing, Offered, Open, ProcessRole, Provider,
        Settings,
    };
}
