//! What does not compile, and what the compiler says then: one mistake a file, the file named for it, and one file
//! with many. `TRYBUILD=overwrite` writes what is said now.

use std::{fs, path::Path, process::Command};

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

/// The texts that a macro or the compiler says for us, each with the file it stands in.
fn texts() -> Vec<(String, String)> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut texts = Vec::new();
    // A text with a semicolon in it says what is wrong and what to write.
    for (file, source) in sources_below(&package.join("../toolkit-macros/src")) {
        let sentences = literals(&source).into_iter().filter(|literal| literal.text.contains("; "));
        texts.extend(sentences.map(|literal| (file.clone(), literal.text)));
    }
    // Panics with such a text are those of the compiler: programs have none that an author could cause, but for what
    // tests are told.
    for (file, source) in sources_below(&package.join("../toolkit/src")) {
        if file.starts_with("testing") {
            continue;
        }
        // Said only while a feature is off that these cases have on; `tool_library.rs` turns it off.
        if file == "foreign.rs" {
            continue;
        }
        let said = literals(&source).into_iter().filter(|Literal { before, text, panics }| {
            let attribute = ["message =", "label =", "note =", "#[deprecated(note ="].contains(&before.trim());
            attribute || (text.contains("; ") && (*panics || file == "assertion.rs"))
        });
        texts.extend(said.map(|literal| (file.clone(), literal.text)));
    }
    texts
}

#[test]
fn every_error_text_has_a_case() {
    let said = files_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("ui"), "stderr");
    let said: String = said.into_iter().map(|(_, text)| text).collect();
    let texts = texts();
    for file in ["check.rs", "derive/check.rs", "assertion.rs", "private.rs", "tool_type.rs"] {
        assert!(texts.iter().any(|(known, _)| known == file), "{file} says nothing");
    }
    let without = texts.iter().filter(|(_, text)| {
        // What stands between placeholders is said as it is written.
        let longest = text.split(['{', '}', '\n']).max_by_key(|part| part.len()).unwrap_or_default();
        !said.contains(longest)
    });
    let without: Vec<String> = without.map(|(file, text)| format!("{file}: {text}")).collect();
    assert!(without.is_empty(), "no case in `ui/` shows\n{}", without.join("\n"));
}

/// The sources below a folder by their place in it, each up to its tests.
fn sources_below(folder: &Path) -> Vec<(String, String)> {
    let sources = files_below(folder, "rs").into_iter().filter(|(name, _)| !name.contains("tests"));
    sources.map(|(name, text)| (name, text.split("\nmod tests").next().unwrap_or_default().to_owned())).collect()
}

/// The files below a folder by their place in it.
fn files_below(folder: &Path, extension: &str) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(open) = folders.pop() {
        for entry in fs::read_dir(open).expect("the folder can be read") {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                let name = path.strip_prefix(folder).expect("it is below").to_string_lossy().into_owned();
                files.push((name, fs::read_to_string(&path).expect("the file is a text")));
            }
        }
    }
    files
}

#[test]
fn a_mistake_is_one_error_and_many_are_as_many() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui");
    for (file, said) in files_below(&folder, "stderr") {
        let errors = said.lines().filter(|line| line.starts_with("error")).count();
        if file.ends_with("all_at_once.stderr") {
            assert!(errors > 5, "{file}: {errors} errors");
        } else {
            assert_eq!(errors, 1, "{file}");
        }
    }
}

/// A text in quotes.
struct Literal {
    /// What stands before it on its line.
    before: String,
    text: String,
    /// It is said by `panic!`, `assert!` or a `fail` that puts a panic together.
    panics: bool,
}

/// The texts in quotes of a Rust source that is formatted by `rustfmt`.
fn literals(source: &str) -> Vec<Literal> {
    let code = source.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut characters = code.chars().collect::<Vec<_>>().into_iter().peekable();
    let mut before = String::new();
    // One a bracket that is open, and whether it is that of a panic.
    let mut open = Vec::new();
    let mut found = Vec::new();
    while let Some(character) = characters.next() {
        let fence = "#".repeat(before.len() - before.trim_end_matches('#').len());
        match character {
            '\'' if characters.next_if_eq(&'\\').is_some() => {
                characters.next();
            }
            '\'' if characters.next_if_eq(&'"').is_some() => {}
            '"' if before.ends_with(&format!("r{fence}")) => {
                let end: Vec<char> = format!("\"{fence}").chars().collect();
                let mut text: Vec<char> = Vec::new();
                while !text.ends_with(&end) {
                    text.push(characters.next().expect("a text ends"));
                }
                text.truncate(text.len() - end.len());
                let panics = open.contains(&true);
                found.push(Literal { before: std::mem::take(&mut before), text: text.into_iter().collect(), panics });
            }
            '"' => {
                let mut text = String::new();
                while let Some(character) = characters.next_if(|next| *next != '"') {
                    match character {
                        '\\' => match characters.next() {
                            Some('\n') => while characters.next_if(|next| next.is_whitespace()).is_some() {},
                            Some('n') => text.push('\n'),
                            escaped => text.extend(escaped),
                        },
                        other => text.push(other),
                    }
                }
                characters.next();
                let panics = open.contains(&true);
                found.push(Literal { before: std::mem::take(&mut before), text, panics });
            }
            '\n' => before.clear(),
            other => {
                match other {
                    _ if before.ends_with('\'') => {}
                    '(' => open.push(["panic!", "assert!", "fail"].iter().any(|says| before.ends_with(says))),
                    ')' => drop(open.pop()),
                    _ => {}
                }
                before.push(other);
            }
        }
    }
    found
}
