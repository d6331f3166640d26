//! `assert_catalog!`: a program's whole catalog against a file that its author committed, and what changed in words.
//!
//! The file is read as catalog entries, so that white space in it says nothing. Nothing here judges a change: that it
//! is one is enough for a test to fail.

mod lines;

use crate::{provider::Settings, registry::Registry};
use lines::{difference, pretty};
use serde::de::{DeserializeOwned, Error as _};
use serde_json::value::RawValue;
use std::{collections::HashMap, env, fmt::Write as _, fs, io, path::Path, time::Duration};

/// Where a catalog is committed, and whose it is; made by `assert_catalog!`.
#[derive(Clone, Copy, Debug)]
pub struct Committed<'a> {
    /// `CARGO_MANIFEST_DIR`, which all paths are relative to.
    pub manifest: &'a str,
    /// `CARGO_PKG_NAME`.
    pub package: &'a str,
    /// The file.
    pub file: &'a str,
    /// A directory whose tools are in the catalog too.
    pub directory: Option<&'a str>,
}

/// How long a directory may take to load.
const BOUND: Duration = Duration::from_secs(120);

/// Compares the catalog of this program with a committed one, or commits it when `UPDATE_CATALOG` is set.
///
/// # Panics
///
/// When they differ, or when either cannot be read; the message says which tools changed, and how.
#[track_caller]
pub fn assert_catalog(committed: Committed<'_>) {
    let update = env::var_os("UPDATE_CATALOG").is_some_and(|value| !value.is_empty() && value != "0");
    if let Err(message) = compare(committed, update) {
        panic!("{message}");
    }
}

fn compare(committed: Committed<'_>, update: bool) -> Result<(), String> {
    let Committed { manifest, package, file, directory } = committed;
    let entries = entries(directory.map(|directory| Path::new(manifest).join(directory)).as_deref())?;
    let path = Path::new(manifest).join(file);
    let known = match fs::read_to_string(&path) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(format!("`{file}` cannot be read: {error}; it lies at {}", path.display())),
    };
    let now = Written::of(&entries);
    if update {
        return match known {
            Some(known) if known == now.text => Ok(()),
            _ => fs::write(&path, &now.text)
                .map_err(|error| format!("`{file}` cannot be written: {error}; it would lie at {}", path.display())),
        };
    }
    let accept = format!("UPDATE_CATALOG=1 cargo test -p {package}");
    let Some(known) = known else {
        return Err(format!("`{file}` is not there; write it with `{accept}`, and commit it"));
    };
    let unreadable = |error| format!("`{file}` holds no catalog: {error}; write it anew with `{accept}`");
    let known = Written::read(&known).map_err(unreadable)?;
    let changes = known.changes(&now);
    if changes.is_empty() {
        return Ok(());
    }
    Err(format!("the catalog is not the one in `{file}`; mend the tools, or accept it with `{accept}`\n\n{changes}"))
}

/// The entries of all tools, in catalog order.
fn entries(directory: Option<&Path>) -> Result<Vec<String>, String> {
    let registry = match directory {
        Some(directory) => Registry::open(directory, &Settings { bound: BOUND }),
        None => Registry::linked(),
    };
    let catalog = registry.map_err(|error| error.to_string())?.catalog(BOUND);
    if !catalog.errors.is_empty() {
        let errors: Vec<String> = catalog.errors.iter().map(ToString::to_string).collect();
        return Err(format!("not everything loads, so there is no catalog to compare\n\n{}", errors.join("\n")));
    }
    Ok(catalog.tools().iter().map(|listed| listed.spec().entry.to_string()).collect())
}

/// A catalog as it is committed.
#[derive(Debug)]
struct Written {
    text: String,
    /// Names and entries, in the order of the file; an entry without white space.
    tools: Vec<(String, String)>,
}

/// A member of a JSON object.
fn member<T: DeserializeOwned>(object: &str, name: &'static str) -> serde_json::Result<T> {
    let members: HashMap<String, Box<RawValue>> = serde_json::from_str(object)?;
    let value = members.get(name).ok_or_else(|| serde_json::Error::missing_field(name))?;
    serde_json::from_str(value.get())
}

impl Written {
    fn of<T: AsRef<str>>(entries: &[T]) -> Self {
        let name = |entry: &str| member::<String>(entry, "name").unwrap_or_default();
        let tools: Vec<_> = entries.iter().map(|entry| (name(entry.as_ref()), entry.as_ref().to_owned())).collect();
        let all: Vec<&str> = entries.iter().map(AsRef::as_ref).collect();
        Self { text: pretty(&format!(r#"{{"tools":[{}]}}"#, all.join(","))) + "\n", tools }
    }

    fn read(text: &str) -> serde_json::Result<Self> {
        let tools: Vec<Box<RawValue>> = member(text, "tools")?;
        for tool in &tools {
            member::<String>(tool.get(), "name")?;
        }
        Ok(Self::of(&tools.iter().map(|tool| lines::compact(tool.get())).collect::<Vec<_>>()))
    }

    /// What became of each tool; empty when nothing did.
    fn changes(&self, now: &Self) -> String {
        let index = |tools: &[(String, String)]| -> HashMap<String, String> { tools.iter().cloned().collect() };
        let (before, after) = (index(&self.tools), index(&now.tools));
        let mut said = String::new();
        for (name, entry) in &self.tools {
            match after.get(name) {
                None => {
                    let _ = writeln!(said, "`{name}` is gone\n");
                }
                Some(new) if new != entry => {
                    let _ = writeln!(said, "`{name}` changed\n{}", difference(&pretty(entry), &pretty(new)));
                }
                Some(_) => {}
            }
        }
        for (name, entry) in now.tools.iter().filter(|(name, _)| !before.contains_key(name)) {
            let _ = writeln!(said, "`{name}` is new\n{}", difference("", &pretty(entry)));
        }
        if said.is_empty() && self.tools.iter().map(|tool| &tool.0).ne(now.tools.iter().map(|tool| &tool.0)) {
            let names: Vec<&str> = now.tools.iter().map(|(name, _)| name.as_str()).collect();
            let _ = writeln!(said, "the tools come in another order: {}", names.join(", "));
        }
        said
    }
}

/// Fails a test when the catalog of its program is not the one in a committed file.
///
/// The path is relative to the folder of the crate's `Cargo.toml`. `UPDATE_CATALOG=1 cargo test` writes the file; from
/// then on a test says which tools came, went or changed, and how. All linked tools count, those that stand in tests
/// too. With the path of a directory as a second argument the tools of its files are compared as well.
///
/// ```no_run
/// #[test]
/// fn the_catalog_is_the_committed_one() {
///     toolkit::assert_catalog!("catalog.json");
/// }
/// ```
#[macro_export]
macro_rules! assert_catalog {
    ($file:expr $(,)?) => {
        $crate::__assert_catalog!($file, ::core::option::Option::None)
    };
    ($file:expr, $directory:expr $(,)?) => {
        $crate::__assert_catalog!($file, ::core::option::Option::Some($directory))
    };
}

/// The second half of `assert_catalog!`.
#[doc(hidden)]
#[macro_export]
macro_rules! __assert_catalog {
    ($file:expr, $directory:expr) => {
        $crate::__private::assert_catalog($crate::__private::Committed {
            manifest: ::core::env!("CARGO_MANIFEST_DIR"),
            package: ::core::env!("CARGO_PKG_NAME"),
            file: $file,
            directory: $directory,
        })
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    const WRITE: &str = r#"{"name":"notes__write","description":"Write.","input_schema":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]},"scope":"call"}"#;
    const DROP: &str = r#"{"name":"notes__drop","description":"Drop, \"{now}\".","input_schema":{"type":"object","properties":{},"required":[]},"scope":"call"}"#;

    #[test]
    fn a_catalog_is_written_one_tool_after_another_and_read_whatever_its_white_space() {
        let written = Written::of(&[WRITE, DROP]);
        assert!(
            written.text.starts_with("{\n  \"tools\": [\n    {\n      \"name\": \"notes__write\",\n"),
            "{}",
            written.text
        );
        assert!(written.text.contains("\"properties\": {},\n        \"required\": []\n      },\n"), "{}", written.text);
        assert!(written.text.ends_with("    }\n  ]\n}\n"));
        for text in [written.text.clone(), written.text.replace('\n', "\r\n"), lines::compact(&written.text)] {
            assert_eq!(Written::read(&text).unwrap().changes(&written), "");
        }
    }

    #[test]
    fn every_change_is_said_in_words() {
        let changes = |before: &[&str], after: &[&str]| Written::of(before).changes(&Written::of(after));
        assert_eq!(changes(&[WRITE, DROP], &[WRITE]), "`notes__drop` is gone\n\n");
        assert!(
            changes(&[], &[WRITE]).starts_with("`notes__write` is new\n  + {\n  +   \"name\": \"notes__write\",\n")
        );
        assert_eq!(
            changes(&[WRITE, DROP], &[DROP, WRITE]),
            "the tools come in another order: notes__drop, notes__write\n"
        );
        let changed = WRITE.replace("\"integer\"", "\"string\"");
        assert_eq!(
            changes(&[WRITE], &[&changed]),
            concat!(
                "`notes__write` changed\n",
                "        \"properties\": {\n",
                "          \"n\": {\n",
                "  -         \"type\": \"integer\"\n",
                "  +         \"type\": \"string\"\n",
                "          }\n",
                "        },\n\n",
            )
        );
    }

    #[test]
    fn what_is_wrong_with_the_file_comes_with_the_command_that_mends_it() {
        let folder = env::temp_dir().join(format!("toolkit-committed-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let committed =
            Committed { manifest: folder.to_str().unwrap(), package: "mine", file: "catalog.json", directory: None };
        let command = "UPDATE_CATALOG=1 cargo test -p mine";
        let missing = compare(committed, false).unwrap_err();
        assert_eq!(missing, format!("`catalog.json` is not there; write it with `{command}`, and commit it"));
        compare(committed, true).unwrap();
        compare(committed, false).unwrap();
        for (text, wrong) in [("[]", "holds no catalog"), ("{\"tools\":[{}]}", "missing field `name`"), ("", "EOF")] {
            fs::write(folder.join("catalog.json"), text).unwrap();
            let said = compare(committed, false).unwrap_err();
            assert!(said.contains(wrong) && said.contains(command), "{said}");
        }
        fs::write(folder.join("catalog.json"), Written::of(&[WRITE]).text).unwrap();
        let said = compare(committed, false).unwrap_err();
        assert!(said.contains(&format!("accept it with `{command}`\n\n`notes__write` is gone")), "{said}");
        let directory = Committed { directory: Some("nowhere"), ..committed };
        assert!(compare(directory, true).unwrap_err().contains("nowhere"));
        fs::remove_dir_all(folder).unwrap();
    }
}
