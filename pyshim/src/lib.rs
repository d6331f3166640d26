//! Python files in `tools/` as one more source of tools.
//!
//! Python runs beside the server, never inside it: a worker process of the same program holds the interpreter, and
//! what happens there, endless loops and crashes included, ends at most that process.

#[cfg(feature = "embed")]
mod embed;
#[doc(hidden)]
pub mod facts;
mod link;
#[doc(hidden)]
pub mod lower;
#[doc(hidden)]
pub mod python;
mod supervisor;
#[doc(hidden)]
pub mod tree;
#[cfg(feature = "embed")]
mod worker;

use std::{io::Write as _, sync::Arc};
use toolkit::{
    Report,
    providers::{Factory, Harness, Provider, Settings},
};

inventory::submit! {
    Factory { name: "Python files", claims, open }
}

/// The Python files of a harness. A folder that cannot be read is the registry's to report.
fn claims(harness: &Harness) -> Vec<String> {
    let files = harness.files("py").unwrap_or_default();
    files.into_iter().map(|file| format!("tools/{file}")).collect()
}

fn open(harness: &Harness, settings: &Settings) -> Result<Arc<dyn Provider>, Report> {
    match supervisor::Supervisor::open(harness, settings.bound) {
        Ok(supervisor) => Ok(Arc::new(supervisor)),
        Err(error) => Err(Report {
            file: "tools/".into(),
            line: None,
            message: format!("Python files need a thread and a socket pair: {error}"),
        }),
    }
}

/// One line for whoever runs the server. A log that nobody reads any more is no reason to stop.
fn log(line: std::fmt::Arguments<'_>) {
    let _ = writeln!(std::io::stderr(), "pyshim: {line}");
}
