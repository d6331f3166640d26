//! What the command line prints, and where.

use crate::{Catalog, Report};
use std::{
    collections::BTreeSet,
    fmt::Write as _,
    io::{self, Write as _},
};

/// One line of data. A reader that is gone is no error.
pub(super) fn out(text: &str) {
    let mut stream = io::stdout().lock();
    drop(writeln!(stream, "{text}").and_then(|()| stream.flush()));
}

/// One line for people.
pub(super) fn err(text: &str) {
    drop(writeln!(io::stderr().lock(), "{text}"));
}

/// `tools/x.py:12: message`, with the further lines of the message set in.
pub(super) fn block(report: &Report) -> String {
    report.to_string().trim_end().replace('\n', "\n    ") + "\n"
}

fn warning(report: &Report) -> String {
    let message = format!("warning: {}", report.message);
    block(&Report { message, ..report.clone() })
}

/// The tools, one a line: the name, and what the model reads about it.
pub(super) fn tools(catalog: &Catalog) {
    let specs: Vec<_> = catalog.tools().iter().map(|listed| listed.spec()).collect();
    let width = specs.iter().map(|spec| spec.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for spec in specs {
        let line = format!("{:width$}  {}", &*spec.name, &*spec.description);
        let written = writeln!(text, "{}", line.trim_end());
        debug_assert!(written.is_ok(), "a String takes everything");
    }
    if !text.is_empty() {
        out(text.trim_end());
    }
}

/// Errors and warnings, as data.
pub(super) fn findings(catalog: &Catalog, first: bool) {
    if first && let Some(report) = catalog.errors.first() {
        return out(block(report).trim_end());
    }
    catalog.errors.iter().map(block).chain(catalog.warnings.iter().map(warning)).for_each(|text| out(text.trim_end()));
}

/// Errors and warnings, for people.
pub(super) fn reports_to_stderr(catalog: &Catalog) {
    catalog.errors.iter().map(block).chain(catalog.warnings.iter().map(warning)).for_each(|text| err(text.trim_end()));
}

/// `5 tools from 2 sources`, and how much is wrong.
pub(super) fn summary(catalog: &Catalog) -> String {
    let count = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
    let sources: BTreeSet<&str> = catalog.tools().iter().map(|listed| &*listed.spec().origin.file).collect();
    let mut text = format!("{} from {}", count(catalog.tools().len(), "tool"), count(sources.len(), "source"));
    for (reports, word) in [(&catalog.errors, "error"), (&catalog.warnings, "warning")] {
        if !reports.is_empty() {
            text.push_str(", ");
            text.push_str(&count(reports.len(), word));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_one_block_with_its_further_lines_set_in() {
        let report = Report { file: "tools/x.py".into(), line: Some(12), message: "first\nsecond\n".into() };
        assert_eq!(block(&report), "tools/x.py:12: first\n    second\n");
        assert_eq!(warning(&report), "tools/x.py:12: warning: first\n    second\n");
    }
}
