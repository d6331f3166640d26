//! Names that a call asks for and the catalog does not offer: why not, and what was probably meant.

use super::Catalog;
use crate::error::{Failure, Report};
use toolkit_rules::names;

impl Catalog {
    /// Why a name that is not offered is not: its file's error when the file does not load.
    pub(crate) fn withheld(&self, name: &str) -> Option<Failure> {
        let (stem, function) = name.split_once("__")?;
        let loads = self.tools.iter().any(|listed| &*listed.spec().origin.stem == stem);
        let report = self.errors.iter().find(|report| match stem_of(&report.file) == stem {
            true => !loads || report.message.contains(&format!("`{function}`")) || report.message.contains(name),
            // A folder that does not load may hold any name; a broken helper is reported once, with what it took down.
            false => !loads && (report.file.ends_with('/') || report.message.contains(&format!("{stem}.py"))),
        })?;
        Some(as_failure(report))
    }

    /// What the caller of a name that nobody has reads.
    pub(crate) fn unknown(&self, name: &str) -> Failure {
        if name.len() > names::TOOL_NAME_MAX {
            let start: String = name.chars().take(names::PORTABLE_NAME_MAX).collect();
            return Failure::new("LookupError", format!("unknown tool `{start}…`; the list says which there are"));
        }
        let near = names::nearest(name, self.tools.iter().map(|listed| &*listed.spec().name));
        let message = match near {
            Some(near) => format!("unknown tool `{name}`, did you mean `{near}`?"),
            None => format!("unknown tool `{name}`; the list says which there are"),
        };
        Failure::new("LookupError", message)
    }
}

/// `notes` of `tools/notes.py`.
fn stem_of(file: &str) -> &str {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// The report as a failed call: `SyntaxError: ..` in its message is the kind.
fn as_failure(report: &Report) -> Failure {
    let place = match report.line {
        Some(line) => format!(" ({}:{line})", report.file),
        None => format!(" ({})", report.file),
    };
    match report.message.split_once(": ") {
        Some((kind, message)) if is_type_name(kind) => Failure::new(kind.to_owned(), format!("{message}{place}")),
        _ => Failure::new("ImportError", format!("{}{place}", report.message)),
    }
}

fn is_type_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_uppercase() || c == '_')
        && word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'.')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::provider::Listing;

    #[test]
    fn a_call_to_what_did_not_load_fails_with_the_reason() {
        let report = |file: &str, line, message: &str| Report { file: file.into(), line, message: message.into() };
        let broken = vec![
            report("tools/notes.py", Some(3), "SyntaxError: invalid syntax"),
            report("tools/_kit.py", None, "NameError: name 'x' is not defined; tools/days.py needs it"),
        ];
        let catalog = Catalog::assemble(1, &[Listing { errors: broken, ..Listing::default() }]);
        let said = |catalog: &Catalog, name| catalog.withheld(name).map(|failure| failure.to_string());
        let expected = "SyntaxError: invalid syntax (tools/notes.py:3)";
        assert_eq!(said(&catalog, "notes__write").as_deref(), Some(expected));
        assert!(said(&catalog, "days__next").is_some_and(|text| text.starts_with("NameError: name 'x'")));
        assert_eq!(said(&catalog, "other__go"), None);

        let folder = vec![report("tools/", None, "the worker does not start; reinstall Python")];
        let catalog = Catalog::assemble(1, &[Listing { errors: folder, ..Listing::default() }]);
        let expected = "ImportError: the worker does not start; reinstall Python (tools/)";
        assert_eq!(said(&catalog, "notes__write").as_deref(), Some(expected));
    }
}
