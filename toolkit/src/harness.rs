//! Opens a directory of tools: asks every linked factory what it would serve, and refuses what nobody does.
//!
//! What the files mean is the factories' business.

use crate::{
    error::{Error, Report},
    provider::{Harness, Provider, Settings},
    registry::claimants,
};
use std::{io::ErrorKind, path::Path, sync::Arc};

/// Languages that a linked crate can serve, by extension: what to write to link it.
const LINKS: [(&str, &str); 1] = [("py", "write `use pyshim as _;` in the program")];

/// Opens whatever the linked factories claim of a directory.
pub(crate) fn open(directory: &Path, settings: &Settings) -> Result<Vec<Arc<dyn Provider>>, Error> {
    let harness = Harness { root: directory.to_owned() };
    readable(&harness)?;
    let mut claimed = Vec::new();
    let mut opened = Vec::new();
    let mut reports = Vec::new();
    for (factory, files) in claimants(&harness) {
        claimed.extend(files);
        match (factory.open)(&harness, settings) {
            Ok(provider) => opened.push(provider),
            Err(report) => reports.push(report),
        }
    }
    reports.extend(unclaimed(&harness, &claimed)?);
    if reports.is_empty() { Ok(opened) } else { Err(Error { reports }) }
}

/// That the directory and its tools folder can be read, or what to do about it.
fn readable(harness: &Harness) -> Result<(), Error> {
    let refuse = |path: &Path, message: String| Err(Error::at(path.display().to_string(), message));
    for path in [harness.root.clone(), harness.tools()] {
        match std::fs::read_dir(&path) {
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::NotFound && path != harness.root => {}
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return refuse(&path, "there is no such directory; give the one that holds `tools/`".to_owned());
            }
            Err(error) if error.kind() == ErrorKind::NotADirectory => {
                return refuse(&path, "this is a file; give the directory that holds `tools/`".to_owned());
            }
            Err(error) => {
                return refuse(&path, format!("the directory cannot be read ({error}); mend its permissions"));
            }
        }
    }
    Ok(())
}

/// Files of a language that some crate serves, when that crate is not linked.
fn unclaimed(harness: &Harness, claimed: &[String]) -> Result<Vec<Report>, Error> {
    let mut reports = Vec::new();
    for (extension, remedy) in LINKS {
        let files = harness
            .files(extension)
            .map_err(|error| Error::at(harness.tools().display().to_string(), error.to_string()))?;
        let files: Vec<_> = files.iter().map(|name| format!("tools/{name}")).collect();
        // A helper alone is served by nobody and does no harm.
        let served = |file: &String| claimed.contains(file) || file.starts_with("tools/_");
        if let Some(first) = files.iter().find(|file| !served(file)) {
            reports.push(Report {
                file: first.clone(),
                line: None,
                message: format!("nothing that is linked serves `tools/*.{extension}`; {remedy}"),
            });
        }
    }
    Ok(reports)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, path::PathBuf, time::Duration};

    /// A new directory with these files.
    fn directory(name: &str, files: &[&str]) -> PathBuf {
        let root = std::env::temp_dir().join(format!("toolkit-harness-{}-{name}", std::process::id()));
        fs::create_dir_all(root.join("tools")).expect("a directory can be made");
        for file in files {
            fs::write(root.join(file), "").expect("a file can be written");
        }
        root
    }

    fn refusal(root: &Path) -> String {
        let settings = Settings { bound: Duration::from_secs(1) };
        open(root, &settings).map(|opened| opened.len()).expect_err("it is refused").to_string()
    }

    #[test]
    fn a_directory_that_cannot_be_served_says_what_to_do() {
        let root = directory("refused", &["tools/notes.py", "tools/_helper.py", "plain"]);
        assert_eq!(
            refusal(&root),
            "tools/notes.py: nothing that is linked serves `tools/*.py`; write `use pyshim as _;` in the program"
        );
        let missing = root.join("missing");
        assert_eq!(
            refusal(&missing),
            format!("{}: there is no such directory; give the one that holds `tools/`", missing.display())
        );
        let plain = root.join("plain");
        assert_eq!(
            refusal(&plain),
            format!("{}: this is a file; give the directory that holds `tools/`", plain.display())
        );
        fs::remove_dir_all(root).expect("it is ours");
    }

    #[test]
    fn a_directory_without_tool_files_is_served() {
        let root = directory("empty", &["tools/_helper.py", "tools/notes.txt"]);
        let opened = open(&root, &Settings { bound: Duration::from_secs(1) });
        assert_eq!(opened.map(|opened| opened.len()), Ok(0));
        fs::remove_dir_all(root).expect("it is ours");
    }
}
