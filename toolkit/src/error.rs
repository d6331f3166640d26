//! What goes wrong, as data: a failed call, and a file that does not load.
//!
//! Texts follow one form: what is wrong; what to write instead. No protocol code is known here.

use serde::ser::{Serialize, SerializeStruct as _, Serializer};
use std::{borrow::Cow, fmt};

/// A call that failed. The model reads `<kind>: <message>` and the run goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The type of what went wrong: `ValueError`, `TimeoutError`, `Panic`.
    pub kind: Cow<'static, str>,
    /// What happened, and what to do instead.
    pub message: String,
}

impl Failure {
    /// A failure of this kind with this message.
    pub fn new(kind: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        Self { kind: kind.into(), message: message.into() }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, self.message)
    }
}

impl std::error::Error for Failure {}

/// An error or a warning about a file of tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The file, relative to the harness (`tools/notes.py`) or as the compiler names it.
    pub file: String,
    /// The line, from 1, when one is known.
    pub line: Option<u32>,
    /// What is wrong, and what to write instead.
    pub message: String,
}

// By hand: a crate that only holds tools compiles no derive of serde's.
impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut report = serializer.serialize_struct("Report", 3)?;
        report.serialize_field("file", &self.file)?;
        report.serialize_field("line", &self.line)?;
        report.serialize_field("message", &self.message)?;
        report.end()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.file, self.message),
            None => write!(f, "{}: {}", self.file, self.message),
        }
    }
}

/// Why a registry cannot be opened: everything that is wrong, not only the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// What is wrong and where; never empty.
    pub reports: Vec<Report>,
}

impl Error {
    /// One thing that is wrong, at this file or directory.
    pub fn at(file: impl Into<String>, message: impl Into<String>) -> Self {
        Self { reports: vec![Report { file: file.into(), line: None, message: message.into() }] }
    }
}

impl From<Report> for Error {
    fn from(report: Report) -> Self {
        Self { reports: vec![report] }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, report) in self.reports.iter().enumerate() {
            if at > 0 {
                f.write_str("\n")?;
            }
            report.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}
