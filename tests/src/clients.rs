//! The published clients and servers that tests talk to. They are installed on first use, from the package index, into
//! this workspace's target folder.

use std::{
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::OnceLock,
};

/// The Python that has the published clients.
///
/// # Panics
///
/// When they cannot be installed.
pub fn python() -> &'static Path {
    static PYTHON: OnceLock<PathBuf> = OnceLock::new();
    PYTHON.get_or_init(|| {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = tests.join("../target/clients");
        // several test programs may ask at once
        let done = Command::new("flock")
            .arg(tests.join("clients/requirements.txt"))
            .arg(tests.join("clients/install.sh"))
            .arg(&folder)
            .status()
            .expect("flock of util-linux runs");
        assert!(done.success(), "tests/clients/install.sh failed: the package index must be reachable once");
        folder.join("bin/python")
    })
}

/// Runs a script of `tests/clients` and returns what it printed.
///
/// # Panics
///
/// When it cannot be run.
pub fn run(script: &str, arguments: &[&str]) -> Output {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("clients").join(script);
    Command::new(python()).arg(script).args(arguments).output().expect("the script runs")
}
