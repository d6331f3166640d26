//! A text says the same to a model in whatever spelling its author wrote it, and however the lines of the file end.

#[path = "../cases/rust/crlf.rs"]
mod crlf;
#[path = "../cases/rust/spellings.rs"]
mod spellings;

use toolkit::{Registry, ToolSpec};

const DESCRIPTION: &str = "Count the rows.";
const SCHEMA: &str = concat!(
    r#"{"type":"object","properties":{"path":{"type":"string","description":"Where the file is, without the directory."},"#,
    r#""least":{"type":"integer","description":"Leave out what is smaller."}},"required":["path","least"]}"#
);

fn told(stem: &str) -> Vec<(String, String, String)> {
    let catalog = Registry::linked().expect("the names differ").catalog(std::time::Duration::ZERO);
    let of_stem = |spec: &&ToolSpec| spec.name.starts_with(&format!("{stem}__"));
    let specs = catalog.tools().iter().map(|listed| listed.spec()).filter(of_stem);
    specs.map(|spec| (spec.name.to_string(), spec.description.to_string(), spec.schema.to_string())).collect()
}

#[test]
fn every_spelling_of_a_doc_comment_says_the_same() {
    let tools = told("spellings");
    assert_eq!(tools.len(), 12);
    for (name, description, schema) in tools {
        assert_eq!((description.as_str(), schema.as_str()), (DESCRIPTION, SCHEMA), "{name}");
    }
}

#[test]
fn the_line_ends_of_windows_leave_no_trace() {
    let source = include_bytes!("../cases/rust/crlf.rs");
    let lines = source.iter().filter(|byte| **byte == b'\n').count();
    assert_eq!(source.windows(2).filter(|pair| pair == b"\r\n").count(), lines, "the file was rewritten");
    let tools = told("crlf");
    assert_eq!(tools.len(), 7);
    for (name, description, schema) in tools {
        assert_eq!((description.as_str(), schema.as_str()), (DESCRIPTION, SCHEMA), "{name}");
    }
}
