//! What a source of tools must be able to do. Linked Rust tools, Python trees and connected servers implement it;
//! the registry knows nothing else about them.
//!
//! Nothing that a caller waits for may block here: [`Provider::start`] hands the call over and returns, and whoever
//! finishes it says so through [`Done`]. Deadlines are the dispatcher's; a provider is told when one has passed.

use crate::{
    context::{CallId, Context, RunId},
    error::{Failure, Report},
    outcome::{Notes, Outcome},
    spec::ToolSpec,
};
use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
    time::{Duration, Instant},
};

/// Why a call is no longer waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Its bound passed; the answer has been given.
    Bound,
    /// The caller cancelled it.
    Cancelled,
}

/// What [`Provider::moved`] is asked about.
#[derive(Clone, Copy, Debug)]
pub enum Asked<'a> {
    /// A list, or a name nobody has: everything.
    All,
    /// A call of one offered tool: its file, and what that file imported.
    Tool(&'a Offered),
}

/// A tool as a provider offers it.
#[derive(Clone, Debug)]
pub struct Offered {
    /// The tool.
    pub spec: Arc<ToolSpec>,
    /// The provider's own number for it, given back in [`Call`].
    pub key: u64,
}

/// All that a provider has to say about its sources.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// The tools it can call, in source order.
    pub tools: Vec<Offered>,
    /// What does not load; the tools concerned are not in `tools`.
    pub errors: Vec<Report>,
    /// What loads and will still surprise somebody.
    pub warnings: Vec<Report>,
}

/// Arguments that fit the tool: one JSON object, and where each parameter's value stands in it.
#[derive(Clone, Debug)]
pub struct Arguments {
    /// The object, as JSON text. It has no member that is no parameter.
    pub text: String,
    /// For each parameter in signature order, the byte range of its value in `text`; `None` when not given.
    pub values: Vec<Option<(u32, u32)>>,
}

impl Arguments {
    /// The JSON text of one parameter's value.
    #[must_use]
    pub fn get(&self, parameter: usize) -> Option<&str> {
        let (from, to) = (*self.values.get(parameter)?)?;
        self.text.get(from as usize..to as usize)
    }
}

/// One call, handed to a provider.
#[derive(Debug)]
pub struct Call {
    /// Its number, for [`Provider::cut`].
    pub id: CallId,
    /// The tool.
    pub tool: Offered,
    /// Arguments that fit it.
    pub arguments: Arguments,
    /// Its run, its bound, and the way to other tools.
    pub context: Context,
}

/// The way a call's outcome goes back. Dropped unused it says that the call was lost, so that no caller waits for ever.
pub struct Done(Option<Box<dyn FnOnce(Outcome, Notes) + Send>>);

impl Done {
    /// Calls `reply` with the outcome, once.
    pub fn new(reply: impl FnOnce(Outcome) + Send + 'static) -> Self {
        Self::with_notes(|outcome, _| reply(outcome))
    }

    /// Calls `reply` with the outcome and what is to be said beside it, once.
    pub fn with_notes(reply: impl FnOnce(Outcome, Notes) + Send + 'static) -> Self {
        Self(Some(Box::new(reply)))
    }

    /// Gives the outcome back.
    pub fn finish(self, outcome: Outcome) {
        self.finish_noting(outcome, Notes::default());
    }

    /// Gives the outcome back, and what the caller should know beside it.
    pub fn finish_noting(mut self, outcome: Outcome, notes: Notes) {
        if let Some(reply) = self.0.take() {
            reply(outcome, notes);
        }
    }

    /// Says nothing: the call's bound has passed, and the dispatcher answers it.
    pub fn leave_to_deadline(mut self) {
        self.0 = None;
    }
}

impl Drop for Done {
    fn drop(&mut self) {
        if let Some(reply) = self.0.take() {
            reply(Err(Failure::new("RuntimeError", "the call was lost before it ended; call again")), Notes::default());
        }
    }
}

impl std::fmt::Debug for Done {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Done")
    }
}

/// A source of tools.
pub trait Provider: Send + Sync {
    /// What it offers now, with whatever moved since the last time loaded again. May block until `until`, and must
    /// not block longer, whatever the sources do.
    fn list(&self, until: Instant) -> Listing;

    /// Whether the sources moved since the last [`Provider::list`]. A few `stat`s at most.
    fn moved(&self, asked: Asked<'_>) -> bool;

    /// Starts a call and returns at once.
    fn start(&self, call: Call, done: Done);

    /// Nobody waits for this call any more: end it if that can be done, and stay able to serve the next one.
    fn cut(&self, id: CallId, why: Cut);

    /// A run has ended: its instances go.
    fn end_run(&self, run: RunId);

    /// The program ends: leave no child process behind. Blocks briefly.
    fn stop(&self);
}

/// A directory with tools in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Harness {
    /// The directory.
    pub root: PathBuf,
}

impl Harness {
    /// The folder that holds tool files.
    #[must_use]
    pub fn tools(&self) -> PathBuf {
        self.root.join("tools")
    }

    /// The file names (`notes.py`) in the tools folder that end in `.extension`, sorted.
    ///
    /// # Errors
    ///
    /// When the folder is there and cannot be read.
    pub fn files(&self, extension: &str) -> std::io::Result<Vec<String>> {
        let entries = match std::fs::read_dir(self.tools()) {
            Ok(entries) => entries,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut names = Vec::new();
        for entry in entries {
            let name = entry?.file_name();
            if Path::new(&name).extension().is_some_and(|e| e == extension) {
                names.push(name.to_string_lossy().into_owned());
            }
        }
        names.sort();
        Ok(names)
    }
}

/// What a provider is opened with.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The bound on one call, and on loading the files.
    pub bound: Duration,
}

/// Opens a harness, or says what is wrong with it.
pub type Open = fn(&Harness, &Settings) -> Result<Arc<dyn Provider>, Report>;

/// How a linked crate offers to read harnesses. Submitted through `inventory`, as tools are.
pub struct Factory {
    /// What it reads, for error texts: `Python files`.
    pub name: &'static str,
    /// The files of the harness (`tools/notes.py`) that it would serve.
    pub claims: fn(&Harness) -> Vec<String>,
    /// Opens a harness that it claims files of.
    pub open: Open,
}

inventory::collect!(Factory);

/// A part that a re-executed copy of this program can play instead of its own `main`. `toolkit::main` asks all linked
/// ones before it does anything else.
pub struct ProcessRole {
    /// Plays the part and says how it ended, or returns `None` when the process was not started for it.
    pub run: fn() -> Option<ExitCode>,
}

inventory::collect!(ProcessRole);
