//! Python files in `tools/` as one more source of tools.
//!
//! Python runs beside the server, never inside it: a worker process of the same program holds the interpreter, and
//! what happens there, endless loops and crashes included, ends at most that process.

#[cfg(feature = "embed")]
mod embed;
#[doc(hidden)]
pub mod facts;
#[doc(hidden)]
pub mod lower;
#[doc(hidden)]
pub mod python;
mod source;
#[doc(hidden)]
pub mod tree;
#[cfg(feature = "embed")]
mod worker;

#[cfg(feature = "embed")]
use std::io::Write as _;
use std::sync::Arc;
use toolkit::{
    Report,
    providers::{Factory, Harness, Provider, Settings},
    workers::Supervisor,
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
    let files = Box::new(source::PythonFiles::of(harness));
    match Supervisor::open(files, settings.bound) {
        Ok(supervisor) => Ok(Arc::new(supervisor)),
        Err(error) => Err(Report {
            file: "tools/".into(),
            line: None,
            message: format!("Python files need a thread and a socket pair: {error}"),
        }),
    }
}

/// One line for whoever runs the server. A log that nobody reads any more is no reason to stop.
#[cfg(feature = "embed")]
fn log(line: std::fmt::Arguments<'_>) {
    let _ = writeln!(std::io::stderr(), "pyshim: {line}");
}
