//! Which part of a doc text reaches the model: the first line, and the entries of its arguments block.
//!
//! The same reading serves Python docstrings and Rust doc comments. It finds; it does not judge: whether a documented
//! parameter exists is asked by whoever knows the parameters.

mod markdown;

pub use markdown::{argument, markdown};

/// A doc text, read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Doc {
    /// The first line that has text, unless the text opens with a section title.
    pub description: String,
    /// The author wrapped the first sentence: line 2 runs on, and the model never sees it.
    pub wrapped: bool,
    /// The documented parameters, in the order of the text.
    pub entries: Vec<Entry>,
    /// A title that means parameters and opens no block, with its line: what stands below it is not read.
    pub unread: Option<(String, usize)>,
}

/// One documented parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name as written.
    pub name: String,
    /// Its text, lines joined with one space.
    pub text: String,
    /// The line of the given text it starts on, counted from 0.
    pub line: usize,
}

impl Doc {
    /// The text of one parameter; the first entry wins.
    #[must_use]
    pub fn of(&self, parameter: &str) -> Option<&str> {
        self.entries.iter().find(|entry| entry.name == parameter).map(|entry| entry.text.as_str())
    }
}

/// Titles after which no description follows.
const TITLES: [&str; 19] = [
    "Args",
    "Arguments",
    "Parameters",
    "Params",
    "Returns",
    "Return",
    "Yields",
    "Raises",
    "Errors",
    "Panics",
    "Example",
    "Examples",
    "Note",
    "Notes",
    "Warning",
    "Attributes",
    "See Also",
    "References",
    "Todo",
];

/// The one title of a block that describes parameters.
const BLOCK_TITLE: &str = "Args:";

/// The headings of a Rust list that does.
const LIST_TITLES: [&str; 4] = ["Args", "Arguments", "Parameters", "Params"];

/// The two languages a doc text is written in: a Rust one may also list its arguments under a Markdown heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// A Python docstring.
    Python,
    /// A Rust doc comment, its lines joined by `\n`.
    Rust,
}

/// Reads a doc text as it stands in the source, indentation included.
#[must_use]
pub fn read(text: &str, language: Language) -> Doc {
    let lines = dedented(text);
    let mut doc = Doc::default();
    if let Some(first) = lines.iter().position(|line| !line.trim().is_empty())
        && title(&lines, first).is_none()
    {
        doc.description = lines[first].trim().to_owned();
        doc.wrapped =
            lines.get(first + 1).is_some_and(|next| !next.trim().is_empty()) && title(&lines, first + 1).is_none();
    }
    let mut at = 0;
    while at < lines.len() {
        at = match title(&lines, at) {
            Some(Title { body, markdown: false, .. }) if lines[at].trim() == BLOCK_TITLE => {
                block_entries(&lines, body, &mut doc.entries)
            }
            Some(Title { word, body, markdown: true }) if language == Language::Rust && LIST_TITLES.contains(&word) => {
                list_entries(&lines, body, &mut doc.entries)
            }
            Some(Title { word, body, .. }) => {
                if doc.unread.is_none() && LIST_TITLES.contains(&word) {
                    doc.unread = Some((lines[at].trim().to_owned(), at));
                }
                body
            }
            None => at + 1,
        };
    }
    doc
}

/// The whole text as a class or impl block appends it to its tools: dedented, without blank lines around it.
#[must_use]
pub fn whole(text: &str) -> String {
    dedented(text).join("\n").trim().to_owned()
}

/// A tool's description with the text of its class or impl block: `"\n(" + text + ")"`, without the line break when
/// the tool has no description of its own.
#[must_use]
pub fn with_whole(description: &str, group: &str) -> String {
    let group = whole(group);
    match (description, group.as_str()) {
        (own, "") => own.to_owned(),
        ("", group) => format!("({group})"),
        (own, group) => format!("{own}\n({group})"),
    }
}

/// A section title found in a text.
struct Title<'a> {
    word: &'a str,
    /// The line after the title.
    body: usize,
    /// Written as `# Title`, not as `Title:`.
    markdown: bool,
}

/// Whether line `at` is a section title: `Title:`, `# Title`, or `Title` above a rule of `-` or `=`.
fn title(lines: &[String], at: usize) -> Option<Title<'_>> {
    let line = lines[at].trim();
    let known = |word: &str| TITLES.iter().find(|title| title.eq_ignore_ascii_case(word)).copied();
    if let Some(word) = line.strip_suffix(':').map(str::trim_end).and_then(known) {
        return Some(Title { word, body: at + 1, markdown: false });
    }
    let heading = line.trim_start_matches('#');
    if heading.len() < line.len()
        && heading.starts_with(' ')
        && let Some(word) = known(heading.trim().trim_end_matches([':', '#', ' ']))
    {
        return Some(Title { word, body: at + 1, markdown: true });
    }
    let rule = lines.get(at + 1).map(|next| next.trim())?;
    let underlined = rule.len() >= 3 && (rule.bytes().all(|b| b == b'-') || rule.bytes().all(|b| b == b'='));
    if underlined && let Some(word) = known(line) {
        return Some(Title { word, body: at + 2, markdown: true });
    }
    None
}

/// Entries of a Google style block: `name: text` or `name (type): text` at the block's own indentation; every other
/// line belongs to the entry above it, a blank line ends an entry, a dedent ends the block. Returns the line after it.
fn block_entries(lines: &[String], start: usize, entries: &mut Vec<Entry>) -> usize {
    // The first line has no indentation of its own, so what stands below a title there may be at any depth.
    let opens_text = lines[..start - 1].iter().all(|line| line.is_empty());
    let title_indent = indent(&lines[start - 1]);
    let mut block: Option<usize> = None;
    let mut open = false;
    let mut at = start;
    while at < lines.len() {
        let line = &lines[at];
        if line.trim().is_empty() {
            open = false;
            at += 1;
            continue;
        }
        let depth = indent(line);
        if if opens_text { title(lines, at).is_some() } else { depth <= title_indent } {
            break;
        }
        let own = *block.get_or_insert(depth);
        if depth < own {
            break;
        }
        let head = if depth == own { entry_head(line.trim()) } else { None };
        if let Some((name, text)) = head {
            entries.push(entry(name, text, at));
            open = true;
        } else if open && let Some(entry) = entries.last_mut() {
            append(&mut entry.text, line);
        }
        at += 1;
    }
    at
}

/// `name: text` or `name (type): text`; a `*` before the name belongs to the source, not to the name.
fn entry_head(line: &str) -> Option<(&str, &str)> {
    let bare = line.trim_start_matches('*');
    let end = bare.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(bare.len());
    let (name, rest) = bare.split_at(end);
    if name.is_empty() || name.starts_with(|c: char| c.is_numeric()) {
        return None;
    }
    let rest = rest.trim_start();
    let rest = match rest.strip_prefix('(') {
        Some(inside) => inside[closing(inside)?..].trim_start(),
        None => rest,
    };
    Some((name, rest.strip_prefix(':')?.trim()))
}

/// The byte after the bracket that closes an already opened one.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 1;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at + c.len_utf8());
        }
    }
    None
}

/// Entries of a Markdown list: ``* `name` - text``, with `-` or `*` as the bullet, and `-`, `:` or a dash between.
/// Returns the line after the list, which the next heading ends.
fn list_entries(lines: &[String], start: usize, entries: &mut Vec<Entry>) -> usize {
    let mut open = false;
    let mut at = start;
    while at < lines.len() {
        let line = lines[at].trim();
        if line.starts_with('#') || title(lines, at).is_some() {
            break;
        }
        let item = ["* ", "- ", "+ "].iter().find_map(|bullet| line.strip_prefix(bullet));
        if line.is_empty() {
            open = false;
        } else if let Some(item) = item
            && indent(&lines[at]) <= 1
        {
            open = match item_head(item.trim_start()) {
                Some((name, text)) => {
                    entries.push(entry(name, text, at));
                    true
                }
                None => false,
            };
        } else if open && let Some(entry) = entries.last_mut() {
            append(&mut entry.text, line);
        }
        at += 1;
    }
    at
}

fn item_head(item: &str) -> Option<(&str, &str)> {
    let (name, rest) = match item.strip_prefix('`') {
        Some(quoted) => quoted.split_once('`')?,
        None => {
            let end = item.find(|c: char| !(c.is_alphanumeric() || c == '_'))?;
            item.split_at(end)
        }
    };
    let rest = rest.trim_start();
    let rest = match rest.strip_prefix('(') {
        Some(inside) => inside[closing(inside)?..].trim_start(),
        None => rest,
    };
    let text = ["--", "-", ":", "–", "—"].iter().find_map(|dash| rest.strip_prefix(dash))?;
    let name = name.strip_prefix("r#").unwrap_or(name);
    (!name.is_empty()).then(|| (name, text.trim()))
}

fn entry(name: &str, text: &str, line: usize) -> Entry {
    let mut entry = Entry { name: name.to_owned(), text: String::new(), line };
    append(&mut entry.text, text);
    entry
}

/// Appends the words of a line, one space between any two.
fn append(text: &mut String, more: &str) {
    for word in more.split_whitespace() {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(word);
    }
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The lines with the indentation they share removed, as Python's `inspect.cleandoc` reads a docstring: the first
/// line's own indentation does not count, tabs are 8 columns wide, `\r\n` ends a line like `\n`.
fn dedented(text: &str) -> Vec<String> {
    dedented_by(text).0
}

/// The same, and how much was removed.
fn dedented_by(text: &str) -> (Vec<String>, usize) {
    let mut lines: Vec<String> = text.split('\n').map(|line| expand_tabs(line.trim_end())).collect();
    let margin = lines.iter().skip(1).filter(|line| !line.is_empty()).map(|line| indent(line)).min().unwrap_or(0);
    for (at, line) in lines.iter_mut().enumerate() {
        *line = if at == 0 { line.trim_start().to_owned() } else { line.get(margin..).unwrap_or_default().to_owned() };
    }
    (lines, margin)
}

fn expand_tabs(line: &str) -> String {
    if !line.contains('\t') {
        return line.to_owned();
    }
    let mut wide = String::with_capacity(line.len() + 8);
    let mut column = 0;
    for c in line.chars() {
        if c == '\t' {
            let fill = 8 - column % 8;
            wide.extend(std::iter::repeat_n(' ', fill));
            column += fill;
        } else {
            wide.push(c);
            column += 1;
        }
    }
    wide
}

#[cfg(test)]
mod tests {
    use super::*;

    fn python(text: &str) -> Doc {
        read(text, Language::Python)
    }

    fn pairs(doc: &Doc) -> Vec<(&str, &str)> {
        doc.entries.iter().map(|entry| (entry.name.as_str(), entry.text.as_str())).collect()
    }

    #[test]
    fn the_description_is_the_first_line_with_text_and_never_a_title() {
        for (text, description) in [
            ("Do it.", "Do it."),
            ("\n    Do it.\n\n    More.\n    ", "Do it."),
            ("   ", ""),
            ("", ""),
            ("Args:\n    x: number\n", ""),
            ("\n    Returns:\n        text\n", ""),
            ("# Errors\n\nNever.", ""),
            ("Parameters\n----------\nx : int", ""),
            ("Note that this counts.", "Note that this counts."),
            ("Args is a word that may open a sentence.", "Args is a word that may open a sentence."),
            ("Do it.\r\n\r\n    Args:\r\n        x: one\r\n", "Do it."),
        ] {
            assert_eq!(python(text).description, description, "{text:?}");
        }
    }

    #[test]
    fn a_wrapped_first_sentence_is_noticed() {
        assert!(python("Count the rows and give the\n    total back.\n").wrapped);
        assert!(!python("Count the rows.\n\n    More.\n").wrapped);
        assert!(!python("Count the rows.\n    Args:\n        x: one\n").wrapped);
    }

    #[test]
    fn an_entry_holds_everything_deeper_and_ends_at_a_blank_line() {
        let doc = python(
            "Walk.\n\n    Args is a word.\n\n    Args:\n        area: Where. One of:\n            - north: the hill\n            - south: the river\n        depth (int, optional): How many, as in\n            ratio: 1. Defaults to 3.\n        tags:\n            Labels to keep.\n\n        kept (dict[str, (int)]): Still in.\n\n            not part of it\n\n    Returns:\n        area: no parameter.\n",
        );
        assert_eq!(
            pairs(&doc),
            [
                ("area", "Where. One of: - north: the hill - south: the river"),
                ("depth", "How many, as in ratio: 1. Defaults to 3."),
                ("tags", "Labels to keep."),
                ("kept", "Still in."),
            ]
        );
    }

    #[test]
    fn a_block_may_follow_another_section_and_open_the_text() {
        let doc = python(
            "Give.\n\n    Note:\n        Kept.\n    Args:\n        city: Town.\n    Example:\n        hours: 3\n",
        );
        assert_eq!(pairs(&doc), [("city", "Town.")]);
        assert_eq!(pairs(&python("Args:\n        x: Number.\n    ")), [("x", "Number.")]);
    }

    #[test]
    fn only_args_opens_a_block_and_lines_that_open_no_entry_belong_to_the_one_above() {
        for (text, entries) in [
            ("Do.\n\n    Arguments:\n        x: one\n", &[][..]),
            ("Do.\n\n    Parameters:\n        x: one\n", &[]),
            ("Do.\n\n    args:\n        x: one\n", &[]),
            ("Do.\n\n    Args: see below\n        x: one\n", &[]),
            ("Do.\n\n    Keyword Args:\n        x: one\n", &[]),
            ("Do.\n\n    Args\n    ----\n    x : int\n        one\n", &[]),
            ("Do.\n\n    Args:\n    x: one\n", &[]),
            ("Do.\n\n    Args:   \n        x: one\n", &[("x", "one")]),
            ("Do.\n    Args:\n      x: one\n      y: two\n", &[("x", "one"), ("y", "two")]),
            ("Do.\n\n        Args:\n            x: one\n", &[("x", "one")]),
            ("Do.\n\n    Example:\n        Args:\n            x: one\n", &[("x", "one")]),
            ("Do.\n\n\tArgs:\n\t\tx: one\n\t\t\tmore\n", &[("x", "one more")]),
            ("Do.\n\n    Args:\n        x: one\n        more at\n", &[("x", "one more at")]),
            ("Do.\n\n    Args:\n        x:   one   two\n            three    four\n", &[("x", "one two three four")]),
            ("Do.\n\n    Args:\n        x - one\n", &[]),
            ("Do.\n\n    Args:\n        x, y: both\n", &[]),
            ("Do.\n\n    Args:\n        x :  one\n", &[("x", "one")]),
            ("Do.\n\n    Args:\n        *x: one\n", &[("x", "one")]),
            ("Do.\n\n    Args:\n        x: one\n\n            after a blank line\n", &[("x", "one")]),
            ("Do.\n\n    Args:\n        x: one\n    Args:\n        x: two\n", &[("x", "one"), ("x", "two")]),
        ] {
            assert_eq!(pairs(&python(text)), entries, "{text:?}");
        }
    }

    #[test]
    fn a_title_that_means_parameters_and_opens_no_block_is_noticed() {
        for (text, unread) in [
            ("Do.\n\n    Arguments:\n        x: one\n", Some(("Arguments:", 2))),
            ("Do.\n\n    args:\n        x: one\n", Some(("args:", 2))),
            ("Do.\n\n    Parameters\n    ----------\n    x : int\n", Some(("Parameters", 2))),
            ("Do.\n\n    Args:\n        x: one\n\n    Returns:\n        one\n", None),
        ] {
            assert_eq!(python(text).unread.as_ref().map(|(title, line)| (title.as_str(), *line)), unread, "{text:?}");
        }
        assert_eq!(read("Do.\n\n# Arguments\n\n* `x` - One.", Language::Rust).unread, None);
    }

    #[test]
    fn the_text_of_a_class_follows_in_brackets() {
        for (own, group, all) in [
            ("Do.", "", "Do."),
            ("Do.", "Kept.", "Do.\n(Kept.)"),
            ("Do.", "\n    Kept.\n\n    Long.\n    ", "Do.\n(Kept.\n\nLong.)"),
            ("", "Kept.", "(Kept.)"),
            ("", "  ", ""),
        ] {
            assert_eq!(with_whole(own, group), all);
        }
    }

    #[test]
    fn a_rust_list_under_a_heading_describes_arguments() {
        let doc = read(
            " Write one note.\n\n # Arguments\n\n * `subject` - File name,\n   without a directory.\n - body: The note.\n * `r#type` — Kind.\n\n # Errors\n\n * `none` - not an argument",
            Language::Rust,
        );
        assert_eq!(doc.description, "Write one note.");
        assert_eq!(
            pairs(&doc),
            [("subject", "File name, without a directory."), ("body", "The note."), ("type", "Kind.")]
        );
        assert_eq!(pairs(&python("Do.\n\n# Arguments\n\n* `x` - One.")), []);
    }

    #[test]
    fn the_whole_text_keeps_its_lines() {
        assert_eq!(whole("\n    The session persists.\n      Even jobs.\n    "), "The session persists.\n  Even jobs.");
    }
}
