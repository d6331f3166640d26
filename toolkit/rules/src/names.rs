//! What a tool and its parameters may be called, and how a tool's name is made of its file and its function.
//!
//! A tool's name is `<stem>__<function>`. Names are checked, never changed: a provider refuses a whole request over
//! one bad name, and a renamed tool is one that nobody finds. The only exceptions are stated below: `-` in a Rust
//! file's stem becomes `_`, and a raw identifier loses its `r#`.

use crate::Out;

/// Longest tool name, in characters.
pub const TOOL_NAME_MAX: usize = 128;
/// Longest parameter name, in characters.
pub const PARAMETER_NAME_MAX: usize = 64;
/// Longest tool name that every provider and client takes (OpenAI, Claude Desktop).
pub const PORTABLE_NAME_MAX: usize = 64;

/// What is wrong with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameFault {
    /// It has no characters.
    Empty,
    /// It has this many bytes, which is too many.
    TooLong(usize),
    /// A character outside the allowed ones starts at this byte.
    Character(usize),
}

/// The stem a Rust file gives its tools: the file's name without `.rs`; the folder's for `mod.rs`; the crate's name
/// for `main.rs` and `lib.rs`.
#[must_use]
pub const fn stem<'a>(file: &'a str, module_path: &'a str) -> &'a str {
    let (folders, last) = split_last(file);
    let name = strip_rs(last);
    if same(name, "mod") {
        return split_last(folders).1;
    }
    if same(name, "main") || same(name, "lib") {
        return before_colons(module_path);
    }
    name
}

/// Writes `<stem>__<function>`, with `-` in the stem as `_`.
pub const fn write_joined(stem: &str, function: &str, out: &mut Out<'_>) {
    let bytes = stem.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        out.byte(if bytes[i] == b'-' { b'_' } else { bytes[i] });
        i += 1;
    }
    out.text("__");
    out.text(function);
}

/// `<stem>__<function>` at run time.
#[must_use]
pub fn joined(stem: &str, function: &str) -> String {
    crate::out::rendered(|out| write_joined(stem, function, out))
}

/// Checks a tool's name against `^[a-zA-Z0-9_-]{1,128}$`.
///
/// # Errors
///
/// What is wrong, first fault first.
pub const fn check_tool(name: &str) -> Result<(), NameFault> {
    check(name, TOOL_NAME_MAX, false)
}

/// Checks a parameter's name against `^[a-zA-Z0-9_.-]{1,64}$`.
///
/// # Errors
///
/// What is wrong, first fault first.
pub const fn check_parameter(name: &str) -> Result<(), NameFault> {
    check(name, PARAMETER_NAME_MAX, true)
}

const fn check(name: &str, max: usize, dots: bool) -> Result<(), NameFault> {
    let bytes = name.as_bytes();
    if bytes.is_empty() {
        return Err(NameFault::Empty);
    }
    let mut i = 0;
    while i < bytes.len() {
        let fine =
            matches!(bytes[i], b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'-') || dots && bytes[i] == b'.';
        if !fine {
            return Err(NameFault::Character(i));
        }
        i += 1;
    }
    if bytes.len() > max {
        return Err(NameFault::TooLong(bytes.len()));
    }
    Ok(())
}

/// Writes the sentence for a bad tool name: what is wrong, and what to write instead.
pub const fn write_tool_fault(name: &str, fault: NameFault, out: &mut Out<'_>) {
    out.byte(b'`');
    out.text(name);
    out.text("` is no tool name: ");
    write_fault(fault, TOOL_NAME_MAX, "letters, digits, `_` and `-`", out);
}

/// Writes the sentence for a bad parameter name: what is wrong, and what to write instead.
pub const fn write_parameter_fault(name: &str, fault: NameFault, out: &mut Out<'_>) {
    out.byte(b'`');
    out.text(name);
    out.text("` is no parameter name: ");
    write_fault(fault, PARAMETER_NAME_MAX, "letters, digits, `_`, `.` and `-`", out);
}

const fn write_fault(fault: NameFault, max: usize, allowed: &str, out: &mut Out<'_>) {
    match fault {
        NameFault::Empty => out.text("it is empty"),
        NameFault::TooLong(length) => {
            out.text("it has ");
            out.integer(length as i128);
            out.text(" characters, providers take ");
            out.integer(max as i128);
        }
        NameFault::Character(_) => out.text("providers refuse some of its characters"),
    }
    out.text("; use 1 to ");
    out.integer(max as i128);
    out.text(" of ");
    out.text(allowed);
}

/// [`write_tool_fault`] at run time.
#[must_use]
pub fn tool_fault(name: &str, fault: NameFault) -> String {
    crate::out::rendered(|out| write_tool_fault(name, fault, out))
}

/// [`write_parameter_fault`] at run time.
#[must_use]
pub fn parameter_fault(name: &str, fault: NameFault) -> String {
    crate::out::rendered(|out| write_parameter_fault(name, fault, out))
}

/// What some provider or client would say about a name that is otherwise right; `None` when all take it.
#[must_use]
pub fn portability(name: &str) -> Option<String> {
    if name.len() > PORTABLE_NAME_MAX {
        return Some(format!(
            "`{name}` has {} characters, and OpenAI and Claude Desktop take {PORTABLE_NAME_MAX}; shorten the file's or the function's name",
            name.len()
        ));
    }
    let first = name.as_bytes().first()?;
    (!first.is_ascii_alphabetic() && *first != b'_')
        .then(|| format!("`{name}` does not start with a letter or `_`, which Gemini asks for; rename the file"))
}

/// Whether a Python file's stem is letters, digits and underscores.
#[must_use]
pub fn is_python_stem(stem: &str) -> bool {
    !stem.is_empty() && stem.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// The one of `known` that `typed` most likely meant. Capitals are no difference, unless nothing else tells two apart.
#[must_use]
pub fn nearest<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = typed.chars().count();
    // Never so many edits that nothing of the name is left.
    let most = (length / 3).max(1).min(length.saturating_sub(1));
    let folded = typed.to_lowercase();
    known
        .into_iter()
        .map(|name| (distance(&folded, &name.to_lowercase()), name))
        .filter(|(edits, _)| *edits <= most)
        .min_by_key(|(edits, name)| (*edits, distance(typed, name)))
        .map(|(_, name)| name)
}

/// Edits (insert, delete, replace, swap of neighbours) that lead from one text to the other.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    for (j, cell) in rows[0].iter_mut().enumerate() {
        *cell = j;
    }
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let replace = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replace.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[a.len()][b.len()]
}

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// What stands before and after the last separator of a path, of either kind.
const fn split_last(path: &str) -> (&str, &str) {
    let bytes = path.as_bytes();
    let mut i = bytes.len();
    while i > 0 {
        i -= 1;
        if bytes[i] == b'/' || bytes[i] == b'\\' {
            return (path.split_at(i).0, path.split_at(i + 1).1);
        }
    }
    ("", path)
}

const fn strip_rs(name: &str) -> &str {
    let bytes = name.as_bytes();
    let n = bytes.len();
    if n > 3 && bytes[n - 3] == b'.' && bytes[n - 2] == b'r' && bytes[n - 1] == b's' {
        name.split_at(n - 3).0
    } else {
        name
    }
}

const fn before_colons(path: &str) -> &str {
    let bytes = path.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        if bytes[i] == b':' {
            return path.split_at(i).0;
        }
        i += 1;
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stem_is_the_file_the_folder_or_the_crate() {
        for (file, module, wanted) in [
            ("src/tools/notes.rs", "app::tools::notes", "notes"),
            ("src/my-tools.rs", "app", "my-tools"),
            ("src/deep/mod.rs", "app::deep", "deep"),
            ("src\\deep\\mod.rs", "app::deep", "deep"),
            ("src/main.rs", "my_app", "my_app"),
            ("src/lib.rs", "pack::inner", "pack"),
            ("notes.rs", "app", "notes"),
        ] {
            assert_eq!(stem(file, module), wanted, "{file}");
        }
        const NAME: &str = crate::const_text!(|out| write_joined(stem("a/my-tool.rs", "x"), "go", out));
        assert_eq!(NAME, "my_tool__go");
    }

    #[test]
    fn names_outside_the_pattern_are_told_apart() {
        let long = "x".repeat(129);
        for (name, fault) in [
            ("a__b-C9", Ok(())),
            (&long[..128], Ok(())),
            (&long[..], Err(NameFault::TooLong(129))),
            ("", Err(NameFault::Empty)),
            ("a.b", Err(NameFault::Character(1))),
            ("größe", Err(NameFault::Character(2))),
        ] {
            assert_eq!(check_tool(name), fault, "{name}");
        }
        assert_eq!(check_parameter("a.b"), Ok(()));
        assert_eq!(check_parameter("a b"), Err(NameFault::Character(1)));
        assert_eq!(
            tool_fault(&long, NameFault::TooLong(129)),
            format!(
                "`{long}` is no tool name: it has 129 characters, providers take 128; use 1 to 128 of letters, digits, `_` and `-`"
            )
        );
    }

    #[test]
    fn the_nearest_name_is_a_plausible_slip_or_none() {
        assert_eq!(nearest("boddy", ["subject", "body"]), Some("body"));
        assert_eq!(nearest("amuont", ["to", "amount", "memo"]), Some("amount"));
        assert_eq!(nearest("x", ["subject", "body", "y"]), None);
        assert_eq!(nearest("SLOW", ["fast", "slow"]), Some("slow"));
        assert_eq!(nearest("A", ["b", "a", "A"]), Some("A"));
        assert_eq!(nearest("LOWER", ["lower", "Lower"]), Some("Lower"));
    }

    #[test]
    fn portability_is_a_warning_only() {
        assert_eq!(portability("a__b"), None);
        assert!(portability(&"x".repeat(65)).is_some());
        assert!(portability("9lives__go").is_some());
    }
}
