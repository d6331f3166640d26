//! What a supervisor is told about the tools behind its worker.

use super::Program;
use crate::provider::{Asked, Call, Listing};

/// What is the same for all workers of a source, its words in texts for people and models among it.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// After `the`: `Python worker`.
    pub worker: &'static str,
    /// After `loading the`: `Python files`.
    pub tools: &'static str,
    /// The place of a report about all of them: `tools/`.
    pub place: &'static str,
    /// What is said of a worker that ended by an abort.
    pub aborted: &'static str,
    /// What both sides must have been built from: a worker that says something else is refused.
    pub edition: &'static str,
    /// A worker with a call that does not end is kept while it can make others. Else it is retired.
    pub keeps_stuck: bool,
    /// Writes the body of a call's frame.
    pub write_call: fn(&Call, &mut Vec<u8>),
}

/// The tools behind one worker.
pub trait Source: Send {
    /// What is the same for all of its workers.
    fn kind(&self) -> Kind;

    /// What is started as the worker.
    ///
    /// # Errors
    ///
    /// When there is no such program; the text says what to do.
    fn program(&self) -> Result<Program, String>;

    /// What is known before a worker has ever been started. With it none is before the first call.
    fn listing(&self) -> Option<Listing>;

    /// Whether sources moved since they were last read. A few `stat`s at most.
    fn moved(&self, asked: Asked<'_>) -> bool;

    /// Takes in what a worker said when it had loaded everything; `None` when that is nothing new.
    ///
    /// # Errors
    ///
    /// When it is not what a worker of this build says.
    fn read(&mut self, said: &[u8]) -> Result<Option<Listing>, String>;

    /// A part whose loading takes or ends the worker, as texts have it: `importing tools/notes.py`.
    fn loading(&self, part: &str) -> String;

    /// The part did not come back from being loaded, and why: no worker is to load it again before it changes.
    fn blame(&mut self, part: &str, message: String);

    /// What a new worker has to know before it loads anything: the body of its first
    /// [`Op::Refresh`](super::Op::Refresh). Until then any worker of this kind may become this source's.
    fn setup(&mut self) -> Vec<u8>;
}
