//! How a call ended, for whoever asked.

use crate::{
    error::Failure,
    outcome::{Notes, Outcome},
    spill::Spill,
};
use std::path::PathBuf;

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
}

impl Ended {
    pub(super) fn short(outcome: Outcome, notes: Notes) -> Self {
        Self { outcome, truncated: false, artifact_path: None, notes }
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
                Self { outcome: Ok(spilled.answer), truncated: true, artifact_path: Some(spilled.path), notes }
            }
            Err(error) => {
                let message = format!("the result is too long and cannot be written to a file ({error}); ask for less");
                Self::short(Err(Failure::new("OSError", message)), notes)
            }
        }
    }

    /// The last line that tells a model where a cut result is whole.
    #[must_use]
    pub fn last_line(&self) -> Option<String> {
        let path = self.artifact_path.as_ref()?;
        Some(format!("[cut to its first 4000 and last 1000 characters; the whole text is in {}]", path.display()))
    }
}
