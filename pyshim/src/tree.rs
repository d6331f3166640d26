//! A tools folder as it was last read: what it offers, and whether anything moved since. It asks the file system and
//! nobody else; reading the files is the worker's part.

use crate::{
    facts::{File, Folder, Seen, Stamp},
    lower::{self, Lowered, file_name},
};
use std::{
    collections::HashMap,
    fs::{self, Metadata},
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    sync::Arc,
};
use toolkit::{
    Report,
    providers::{Asked, Harness, Listing, Offered},
};

/// The last state of one tools folder.
#[derive(Debug)]
pub struct Tree {
    folder: PathBuf,
    files: HashMap<String, Known>,
    /// Nothing was read yet.
    fresh: bool,
}

/// One file as it was last read.
#[derive(Debug)]
struct Known {
    path: PathBuf,
    stamp: Stamp,
    imports: Vec<(PathBuf, Option<Stamp>)>,
    facts: File,
    lowered: Lowered,
}

impl Tree {
    /// The tools folder of a harness, not read yet.
    #[must_use]
    pub fn new(harness: &Harness) -> Self {
        Self { folder: harness.tools(), files: HashMap::new(), fresh: true }
    }

    /// Whether files are other than when they were last read: for a tool, its own and those it imports; else any.
    #[must_use]
    pub fn moved(&self, asked: Asked<'_>) -> bool {
        if self.fresh {
            return true;
        }
        match asked {
            Asked::All => self.any_moved(),
            Asked::Tool(offered) => match self.files.get(&*offered.spec.origin.stem) {
                Some(known) => {
                    stamp(&known.path) != Some(known.stamp)
                        || known.imports.iter().any(|(path, was)| stamp(path) != *was)
                }
                None => true,
            },
        }
    }

    fn any_moved(&self) -> bool {
        let Ok(entries) = fs::read_dir(&self.folder) else { return !self.files.is_empty() };
        let mut same = 0;
        for entry in entries.flatten() {
            let name = entry.file_name();
            let Some(stem) = name.to_str().and_then(|name| name.strip_suffix(".py")) else { continue };
            let Some(now) = stamp(&entry.path()) else { continue };
            match self.files.get(stem) {
                Some(known) if known.stamp == now => same += 1,
                _ => return true,
            }
        }
        same != self.files.len()
    }

    /// The present state of a file, for [`crate::python::LOADER`]'s `blame`; `None` when there is no such file.
    #[must_use]
    pub fn stamp(&self, stem: &str) -> Option<Stamp> {
        stamp(&self.folder.join(format!("{stem}.py")))
    }

    /// Takes in what the worker's `refresh` returned. Files that say the same as before keep their specs.
    ///
    /// # Errors
    ///
    /// When the text is not what the loader writes.
    pub fn read(&mut self, facts: &str) -> Result<Listing, serde_json::Error> {
        let folder: Folder = serde_json::from_str(facts)?;
        let mut before = std::mem::take(&mut self.files);
        let mut listing = Listing::default();
        let mut failures = Failures::default();
        for Seen { stem, stamp, imports, keys, facts } in folder.files {
            let helper = stem.starts_with('_');
            failures.note(&stem, helper, &facts);
            let lowered = match before.remove(&stem) {
                Some(known) if known.facts == facts => known.lowered,
                _ if helper => Lowered::default(),
                _ => lower::lower(&stem, &facts),
            };
            let offered = lowered.tools.iter().zip(&keys);
            listing.tools.extend(
                offered.filter_map(|(spec, key)| Some(Offered { spec: Arc::clone(spec.as_ref()?), key: *key })),
            );
            listing.errors.extend_from_slice(&lowered.errors);
            listing.warnings.extend_from_slice(&lowered.warnings);
            let path = |stem: &str| self.folder.join(format!("{stem}.py"));
            let known = Known {
                path: path(&stem),
                stamp,
                imports: imports.into_iter().map(|(stem, stamp)| (path(&stem), stamp)).collect(),
                facts,
                lowered,
            };
            self.files.insert(stem, known);
        }
        listing.errors.extend(failures.reports());
        listing.errors.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
        self.fresh = false;
        Ok(listing)
    }
}

/// Imports that failed, by the file they failed in: one report each, however many files needed it.
#[derive(Debug, Default)]
struct Failures {
    at: Vec<(String, Option<u32>, String, Vec<String>)>,
}

impl Failures {
    fn note(&mut self, stem: &str, helper: bool, facts: &File) {
        let Some(failed) = &facts.error else { return };
        let at = match self.at.iter().position(|(at, ..)| *at == failed.at) {
            Some(at) => at,
            None => {
                self.at.push((failed.at.clone(), failed.line, failed.message.clone(), Vec::new()));
                self.at.len() - 1
            }
        };
        if failed.at != stem && !helper {
            self.at[at].3.push(file_name(stem));
        }
    }

    fn reports(self) -> impl Iterator<Item = Report> {
        self.at.into_iter().map(|(stem, line, message, taken)| Report {
            file: file_name(&stem),
            line,
            message: match taken.as_slice() {
                [] => message,
                [one] => format!("{message}; `{one}` needs it and does not load either"),
                many => format!("{message}; `{}` need it and do not load either", many.join("`, `")),
            },
        })
    }
}

fn stamp(path: &Path) -> Option<Stamp> {
    fs::metadata(path).ok().filter(Metadata::is_file).map(|metadata| {
        Stamp(metadata.mtime() * 1_000_000_000 + metadata.mtime_nsec(), metadata.size(), metadata.ino())
    })
}
