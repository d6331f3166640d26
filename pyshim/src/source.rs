//! The Python files of a harness as what a worker serves: which program is the worker, what it is told before it loads,
//! and what its facts mean. Starting and watching it is `toolkit`'s.

use crate::tree::Tree;
use std::{ffi::OsString, os::unix::ffi::OsStrExt, path::PathBuf};
use toolkit::{
    providers::{Asked, Harness, Listing},
    workers::{self, Kind, Program, Source},
};

/// The first argument of a program that is to be a worker.
pub(crate) const ROLE: &str = "pyshim-worker";
/// What both sides must have been built from: a worker of another build is refused.
pub(crate) const EDITION: &str = concat!("pyshim ", env!("CARGO_PKG_VERSION"), " frames 3");

/// A setting: the program that is started as the worker where this one cannot be.
const SETTING: &str = "TOOLKIT_WORKER";
/// The stock binary, which can always be the worker.
const STOCK: &str = "toolkit";

/// What a worker is told before it loads anything, as the loader's `boot` reads it.
#[derive(Debug, serde::Serialize)]
struct Setup<'a> {
    /// The harness: the bytes of its path, which need not be text.
    root: &'a [u8],
    blames: &'a [Blame],
}

/// A file whose last import did not come back: it is not run again while it has this stamp.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
struct Blame {
    stem: String,
    /// Modification time in nanoseconds, size, inode.
    stamp: (i64, u64, u64),
    message: String,
}

/// The Python files of one harness.
pub(crate) struct PythonFiles {
    root: PathBuf,
    tree: Tree,
    /// Files whose last import did not come back.
    blames: Vec<Blame>,
}

impl PythonFiles {
    pub(crate) fn of(harness: &Harness) -> Self {
        Self { root: harness.root.clone(), tree: Tree::new(harness), blames: Vec::new() }
    }

    fn stamp(&self, stem: &str) -> Option<(i64, u64, u64)> {
        self.tree.stamp(stem).map(|stamp| (stamp.0, stamp.1, stamp.2))
    }
}

impl Source for PythonFiles {
    fn kind(&self) -> Kind {
        Kind {
            worker: "Python worker",
            tools: "Python files",
            place: "tools/",
            aborted: "aborted",
            edition: EDITION,
            keeps_stuck: true,
            write_call: |call, body| body.extend_from_slice(call.arguments.text.as_bytes()),
        }
    }

    fn program(&self) -> Result<Program, String> {
        Ok(Program { path: program()?, arguments: vec![OsString::from(ROLE)] })
    }

    fn listing(&self) -> Option<Listing> {
        None
    }

    fn moved(&self, asked: Asked<'_>) -> bool {
        self.tree.moved(asked)
    }

    fn read(&mut self, said: &[u8]) -> Result<Option<Listing>, String> {
        let facts: Result<String, _> = serde_json::from_slice(said);
        let listing = facts.and_then(|facts| self.tree.read(&facts));
        listing.map(Some).map_err(|error| format!("the loader's facts: {error}"))
    }

    fn loading(&self, part: &str) -> String {
        format!("importing tools/{part}.py")
    }

    fn blame(&mut self, part: &str, message: String) {
        let Some(stamp) = self.stamp(part) else { return };
        self.blames.retain(|blame| blame.stem != part);
        self.blames.push(Blame { stem: part.to_owned(), stamp, message });
    }

    fn setup(&mut self) -> Vec<u8> {
        let blames = std::mem::take(&mut self.blames);
        self.blames = blames.into_iter().filter(|blame| self.stamp(&blame.stem) == Some(blame.stamp)).collect();
        let setup = Setup { root: self.root.as_os_str().as_bytes(), blames: &self.blames };
        // plain text and numbers always have a JSON form
        serde_json::to_vec(&setup).unwrap_or_default()
    }
}

/// The program to start.
fn program() -> Result<PathBuf, String> {
    if cfg!(feature = "embed") && workers::plays_roles() {
        return workers::own_program();
    }
    if let Some(named) = std::env::var_os(SETTING).filter(|named| !named.is_empty()) {
        let named = PathBuf::from(named);
        return if named.is_file() {
            Ok(named)
        } else {
            Err(format!(
                "`{SETTING}` names `{}`, which is no file; give it the path of the stock binary",
                named.display()
            ))
        };
    }
    let own = std::env::current_exe().map_err(|error| format!("the path of this program cannot be found: {error}"))?;
    // a test binary lies one folder below the programs of its build
    let folders = own.ancestors().skip(1).take(2);
    folders.map(|folder| folder.join(STOCK)).find(|path| path.is_file() && *path != own).ok_or_else(|| {
        format!(
            "this program cannot run Python files: its `main` does not call `toolkit::main`; call it, or set \
             `{SETTING}` to the path of a program that does, such as the stock binary `{STOCK}`"
        )
    })
}
