//! The house's arrows point one way: a module of `toolkit` uses only modules of its own layer or below, and what lies
//! below the faces names no protocol.

use std::{fs, path::Path};

/// From the ground up. A module may use its own row and the rows above it in this list.
const LAYERS: &[&[&str]] = &[
    &["error", "schema_text", "spec", "secrets", "states"],
    &["assertion", "content", "outcome", "context", "finite"],
    &["provider", "harness"],
    &[
        "tool_type",
        "constant",
        "given",
        "parts",
        "foreign",
        "result",
        "declared",
        "derived",
        "linked",
        "constructed",
        "handle",
        "args",
        "spill",
        "log",
        "deadlines",
        "runs",
        "workers",
    ],
    &["exec"],
    &["isolate"],
    &["registry", "catalog"],
    &["dispatch", "committed"],
    &["testing"],
    &["server"],
    &["program"],
    &["cli"],
];

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|row| row.contains(&module))
}

fn sources(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(folder).expect("the sources are there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn no_module_uses_one_above_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../toolkit/src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut wrong = Vec::new();
    for file in &files {
        let relative = file.strip_prefix(&root).expect("it lies below").to_string_lossy().into_owned();
        let module = relative.split(['/', '.']).next().unwrap_or_default().to_owned();
        if module == "lib" || module == "private" {
            continue;
        }
        let Some(mine) = layer(&module) else {
            wrong.push(format!("{relative}: the module `{module}` has no layer; give it one in this test"));
            continue;
        };
        let text = fs::read_to_string(file).expect("a source can be read");
        for (number, line) in text.lines().enumerate() {
            for used in line.split("crate::").skip(1) {
                let used: String = used.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                if layer(&used).is_some_and(|theirs| theirs > mine) {
                    wrong.push(format!("{relative}:{}: `{module}` uses `{used}`, which lies above it", number + 1));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(files.len() > 8, "the sources were found");
}
