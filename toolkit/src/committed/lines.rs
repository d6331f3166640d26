//! JSON as lines, and what differs between two texts of lines. Numbers and texts are copied, never read.

/// JSON without the white space between its parts.
pub(super) fn compact(json: &str) -> String {
    let mut compact = String::with_capacity(json.len());
    for (token, _) in tokens(json) {
        compact.push_str(token);
    }
    compact
}

/// JSON with a line for each part, indented by two columns.
pub(super) fn pretty(json: &str) -> String {
    let mut text = String::with_capacity(json.len() * 2);
    let mut depth = 0;
    let mut before = "";
    for (token, closes) in tokens(json) {
        depth -= usize::from(closes);
        let opened = matches!(before, "{" | "[");
        if before == "," || opened != closes && (opened || closes) {
            text.push('\n');
            text.extend(std::iter::repeat_n("  ", depth));
        }
        text.push_str(token);
        if token == ":" {
            text.push(' ');
        }
        depth += usize::from(matches!(token, "{" | "["));
        before = token;
    }
    text
}

/// The parts of a JSON text, and whether each closes an object or a list.
fn tokens(json: &str) -> impl Iterator<Item = (&str, bool)> {
    let mut rest = json;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let first = *rest.as_bytes().first()?;
        let end = match first {
            b'"' => closing_quote(rest),
            b'{' | b'}' | b'[' | b']' | b',' | b':' => 1,
            _ => rest.find(|c: char| matches!(c, '}' | ']' | ',' | ':') || c.is_whitespace()).unwrap_or(rest.len()),
        };
        let (token, behind) = rest.split_at(end);
        rest = behind;
        Some((token, matches!(first, b'}' | b']')))
    })
}

/// The byte behind a string that opens the text.
fn closing_quote(text: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// How many equal lines are shown around those that differ.
const AROUND: usize = 2;

/// The lines that went (`-`) and came (`+`), with some of those around them.
pub(super) fn difference(before: &str, after: &str) -> String {
    let (before, after): (Vec<_>, Vec<_>) = (before.lines().collect(), after.lines().collect());
    let marked = marked(&before, &after);
    let near = |at: usize| {
        let from = at.saturating_sub(AROUND);
        marked[from..marked.len().min(at + AROUND + 1)].iter().any(|(mark, _)| *mark != ' ')
    };
    let mut text = String::new();
    let mut left_out = false;
    for (at, (mark, line)) in marked.iter().enumerate() {
        if near(at) {
            if left_out && !text.is_empty() {
                text.push_str("    ..\n");
            }
            left_out = false;
            text.push_str(format!("  {mark} {line}").trim_end());
            text.push('\n');
        } else {
            left_out = true;
        }
    }
    text
}

/// All lines of both texts in order, each with what became of it: the longest common part stays.
fn marked<'a>(before: &[&'a str], after: &[&'a str]) -> Vec<(char, &'a str)> {
    // longest[i][j]: lines that before[i..] and after[j..] have in common
    let mut longest = vec![vec![0_usize; after.len() + 1]; before.len() + 1];
    for (i, old) in before.iter().enumerate().rev() {
        for (j, new) in after.iter().enumerate().rev() {
            longest[i][j] =
                if old == new { longest[i + 1][j + 1] + 1 } else { longest[i + 1][j].max(longest[i][j + 1]) };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut marked = Vec::with_capacity(before.len().max(after.len()));
    while i < before.len() || j < after.len() {
        if i < before.len() && j < after.len() && before[i] == after[j] {
            marked.push((' ', before[i]));
            (i, j) = (i + 1, j + 1);
        } else if j == after.len() || i < before.len() && longest[i + 1][j] >= longest[i][j + 1] {
            marked.push(('-', before[i]));
            i += 1;
        } else {
            marked.push(('+', after[j]));
            j += 1;
        }
    }
    marked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_laid_out_as_everyone_lays_it_out() {
        for json in [
            r#"{"a":[],"b":{},"c":[1,-2.5e-07,"x, [y]: \"{"],"d":{"e":null}}"#,
            "[]",
            "true",
            r#"[[[]],[{}],{"a":[{"b":[1]}]}]"#,
            r#""\\""#,
        ] {
            let value: serde_json::Value = serde_json::from_str(json).unwrap();
            let theirs = serde_json::to_string_pretty(&value).unwrap();
            assert_eq!(pretty(json), theirs.replace("2.5e-7", "2.5e-07"));
            assert_eq!(compact(&pretty(json)), json);
        }
    }

    #[test]
    fn only_lines_near_a_change_are_shown() {
        assert_eq!(
            difference("a\nb\nc\nd\ne\nf\ng", "a\nb\nc\nd\nx\nf\ng"),
            "    c\n    d\n  - e\n  + x\n    f\n    g\n"
        );
        assert_eq!(
            difference("a\n1\n2\n3\n4\n5\nb", "1\n2\n3\n4\n5\nc"),
            "  - a\n    1\n    2\n    ..\n    4\n    5\n  - b\n  + c\n"
        );
        assert_eq!(difference("a", "a"), "");
        assert_eq!(difference("", "a"), "  + a\n");
    }
}
