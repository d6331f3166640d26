//! What a call in a test came to, and what is said when a test wanted something else.

use crate::{dispatch::Ended, error::Failure};
use serde_json::Value;
use std::{
    path::{Path, PathBuf},
    sync::mpsc,
    time::Duration,
};

/// How a call ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    tool: String,
    text: String,
    result: Result<Value, Failure>,
    whole: Option<PathBuf>,
}

impl Reply {
    fn of(tool: String, ended: Ended) -> Self {
        let last_line = ended.last_line();
        let whole = ended.artifact_path;
        let (text, result) = match ended.outcome {
            Err(failure) => (failure.to_string(), Err(failure)),
            Ok(answer) => {
                let mut text = answer.text().into_owned();
                if let Some(line) = last_line {
                    text.push('\n');
                    text.push_str(&line);
                }
                let value = serde_json::from_str(&answer.json);
                (text, value.map_err(|error| Failure::new("JSONDecodeError", error.to_string())))
            }
        };
        Self { tool, text, result, whole }
    }

    /// What the model reads: the result, or `<Type>: <message>`.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The result as JSON.
    ///
    /// # Panics
    ///
    /// When the call failed; the message is the failure.
    #[track_caller]
    #[must_use]
    pub fn value(&self) -> Value {
        match &self.result {
            Ok(value) => value.clone(),
            Err(failure) => panic!("`{}` failed: {failure}", self.tool),
        }
    }

    /// The failure.
    ///
    /// # Panics
    ///
    /// When the call went well; the message is what it returned.
    #[track_caller]
    #[must_use]
    pub fn failure(&self) -> &Failure {
        match &self.result {
            Ok(_) => panic!("`{}` did not fail; it returned {}", self.tool, self.text),
            Err(failure) => failure,
        }
    }

    /// The result as JSON, or the failure.
    ///
    /// # Errors
    ///
    /// When the call failed.
    pub fn result(self) -> Result<Value, Failure> {
        self.result
    }

    /// The file that a long result is whole in.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        self.whole.as_deref()
    }
}

/// A call that was started.
#[derive(Debug)]
pub struct Started {
    tool: String,
    ended: mpsc::Receiver<Ended>,
    paused: bool,
}

/// So long a test waits for an answer that no bound will bring.
const PATIENCE: Duration = Duration::from_secs(60);

impl Started {
    pub(super) fn new(tool: &str, ended: mpsc::Receiver<Ended>, paused: bool) -> Self {
        Self { tool: tool.to_owned(), ended, paused }
    }

    /// Waits for the answer.
    ///
    /// # Panics
    ///
    /// When none comes within a minute while the clock is paused.
    #[track_caller]
    #[must_use]
    pub fn reply(self) -> Reply {
        let ended = if self.paused {
            self.ended.recv_timeout(PATIENCE).unwrap_or_else(|_| {
                panic!("`{}` does not end and its clock is paused; let its bound pass with `advance`", self.tool)
            })
        } else {
            self.ended.recv().unwrap_or_else(|_| panic!("`{}` was given up; its harness has ended", self.tool))
        };
        Reply::of(self.tool, ended)
    }
}
