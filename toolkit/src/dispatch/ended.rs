//! How a call ended, for whoever asked.

use crate::{
    error::Failure,
    outcome::{Notes, Outcome},
    spec::ToolSpec,
    spill::Spill,
};
use std::{path::PathBuf, sync::Arc};
use toolkit_rules::Schema;

/// The answer to a call.
#[derive(Clone, Debug)]
pub enum Reply {
    /// Nobody has a tool of this name.
    UnknownTool(Failure),
    /// The call ended, well or not.
    Ended(Ended),
}

/// How a call ended.
#[derive(Clone, Debug)]
pub struct Ended {
    /// The result, cut when it was too long, or the failure.
    pub outcome: Outcome,
    /// The result was cut.
    pub truncated: bool,
    /// Where the result is whole, when it was cut.
    pub artifact_path: Option<PathBuf>,
    /// What is said beside it.
    pub notes: Notes,
    /// The tool that was called; `None` when it does not load.
    pub tool: Option<Arc<ToolSpec>>,
}

impl Ended {
    pub(super) fn short(outcome: Outcome, notes: Notes) -> Self {
        Self { outcome, truncated: false, artifact_path: None, notes, tool: None }
    }

    pub(super) fn lost() -> Self {
        let failure = Failure::new("RuntimeError", "the call was lost before it ended; call again");
        Self::short(Err(failure), Notes::default())
    }

    /// Cuts a long result, whose whole text goes to a file.
    pub(super) fn shape(outcome: Outcome, notes: Notes, spill: Spill) -> Self {
        let Ok(answer) = &outcome else { return Self::short(outcome, notes) };
        match spill.write(answer) {
            Ok(None) => Self::short(outcome, notes),
            Ok(Some(spilled)) => {
                let path = Some(spilled.path);
                Self { outcome: Ok(spilled.answer), truncated: true, artifact_path: path, notes, tool: None }
            }
            Err(error) => {
                let message = format!("the result is too long and cannot be written to a file ({error}); ask for less");
                Self::short(Err(Failure::new("OSError", message)), notes)
            }
        }
    }

    /// What the result is, when the tool says so.
    #[must_use]
    pub fn output(&self) -> Option<&Schema> {
        self.tool.as_ref()?.extras.output.as_deref()
    }

    /// The last line that tells a model where a cut result is whole.
    #[must_use]
    pub fn last_line(&self) -> Option<String> {
        let path = self.artifact_path.as_ref()?;
        Some(format!("[cut to its first 4000 and last 1000 characters; the whole text is in {}]", path.display()))
    }
}
