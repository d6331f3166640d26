//! What does not compile, and what the compiler says then: one mistake a file, the file named for it, and one file
//! with many. `TRYBUILD=overwrite` writes what is said now.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Compilers word their own part of an error as they like; the files hold the words of this one.
const PINNED: &str = "rustc 1.95.";

#[test]
fn each_mistake_is_one_error_that_says_what_to_write() {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("--version").output().expect("cargo ran, so rustc does");
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    if !version.starts_with(PINNED) {
        eprintln!("skipped: the errors in `ui/` are those of {PINNED}x, and this is {}", version.trim());
        return;
    }
    let cases = trybuild::TestCases::new();
    cases.compile_fail("ui/*.rs");
    cases.compile_fail("ui/*/*.rs");
}

/// The files that make errors; a text with a semicolon in it says what is wrong and what to write.
const RULES: [&str; 8] = ["args", "check", "default", "derive/check", "derive/keys", "doc_text", "item", "schema"];

#[test]
fn every_error_text_of_the_macro_has_a_case() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let said: String = texts_below(&package.join("ui"), "stderr").concat();
    let mut without = Vec::new();
    for rule in RULES {
        let source = fs::read_to_string(package.join(format!("../toolkit-macros/src/{rule}.rs"))).expect("it is there");
        for text in literals(&source).filter(|text| text.contains("; ")) {
            // What stands between placeholders is said as it is written.
            let longest = text.split(['{', '}']).max_by_key(|part| part.len()).unwrap_or_default();
            if !said.contains(longest) {
                without.push(format!("{rule}: {text}"));
            }
        }
    }
    assert!(without.is_empty(), "no case in `ui/` shows\n{}", without.join("\n"));
}

fn texts_below(folder: &Path, extension: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let paths: Vec<PathBuf> = entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    let mut texts = Vec::new();
    for path in paths {
        if path.is_dir() {
            texts.extend(texts_below(&path, extension));
        } else if path.extension().is_some_and(|found| found == extension) {
            texts.push(fs::read_to_string(path).expect("the file is a text"));
        }
    }
    texts
}

/// The texts in quotes of a Rust source that is formatted by `rustfmt`.
fn literals(source: &str) -> impl Iterator<Item = String> {
    let code = source.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut characters = code.chars().collect::<Vec<_>>().into_iter().peekable();
    let mut found = Vec::new();
    while let Some(character) = characters.next() {
        if character == '\'' && characters.peek() == Some(&'"') {
            characters.next();
        } else if character == '"' {
            let mut text = String::new();
            while let Some(character) = characters.next() {
                match character {
                    '"' => break,
                    '\\' => match characters.next() {
                        Some('\n') => while characters.next_if(|next| next.is_whitespace()).is_some() {},
                        Some(escaped) => text.push(escaped),
                        None => break,
                    },
                    other => text.push(other),
                }
            }
            found.push(text);
        }
    }
    found.into_iter()
}
