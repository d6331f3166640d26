//! What rustdoc is to read of a doc text. It takes lines that stand four columns further in than the text around them
//! for a program and runs it; documented arguments stand so, and are written here as the list that they are. Models
//! are not shown this.

use super::{LIST_TITLES, Title, dedented_by, entry_head, indent, title};

/// Where the text of a list's item begins.
const INSIDE: usize = 2;
/// From here on, counted from the text around it, a line is code.
const CODE: usize = 4;

/// For each line of a text, split at `\n`, what stands there instead; `None` where it may stay.
#[must_use]
pub fn markdown(text: &str) -> Vec<Option<String>> {
    let (lines, margin) = dedented_by(text);
    let written: Vec<&str> = text.split('\n').collect();
    // rustdoc counts the indentation of the first line too
    let first = written.first().filter(|line| !line.trim().is_empty()).map_or(margin, |line| indent(line));
    let mut page = Page {
        margin: margin.min(first),
        written: &written,
        lines: &lines,
        shown: vec![None; lines.len()],
        fence: None,
    };
    let mut at = 0;
    while at < lines.len() {
        at = match title(&lines, at) {
            Some(Title { word, body, markdown }) if page.fence.is_none() && LIST_TITLES.contains(&word) => {
                if markdown {
                    (at..body).for_each(|line| page.show(line, 0, lines[line].trim_start()));
                    page.list(body)
                } else {
                    page.show(at, 0, "# Arguments");
                    page.block(body)
                }
            }
            _ => {
                page.fences(at, 0);
                at + 1
            }
        };
    }
    page.shown
}

/// One argument as an item of the list.
#[must_use]
pub fn argument(name: &str, text: &str) -> String {
    if text.is_empty() { format!("* `{name}`") } else { format!("* `{name}` - {text}") }
}

struct Page<'a> {
    /// What every line is to be indented by.
    margin: usize,
    written: &'a [&'a str],
    lines: &'a [String],
    shown: Vec<Option<String>>,
    /// The fence that is open, and how far its lines move to the left.
    fence: Option<(&'static str, usize)>,
}

impl Page<'_> {
    fn show(&mut self, at: usize, columns: usize, text: &str) {
        let line = format!("{}{text}", " ".repeat(self.margin + columns));
        self.shown[at] = (line != self.written[at].trim_end()).then_some(line);
    }

    /// Whether a line is part of a fenced example, which keeps its shape and moves `by` columns to the left.
    fn fences(&mut self, at: usize, by: usize) -> bool {
        let line = self.lines[at].trim_start();
        let moved = match self.fence {
            Some((fence, moved)) => {
                if line.trim_end() == fence {
                    self.fence = None;
                }
                moved
            }
            None => match ["```", "~~~"].into_iter().find(|fence| line.starts_with(fence)) {
                Some(fence) => {
                    self.fence = Some((fence, by));
                    by
                }
                None => return false,
            },
        };
        if !line.is_empty() {
            let columns = indent(&self.lines[at]).saturating_sub(moved);
            self.show(at, columns, line);
        }
        true
    }

    /// A block of `name: text` below `Args:`; returns the line after it.
    fn block(&mut self, start: usize) -> usize {
        let opens_text = self.lines[..start - 1].iter().all(String::is_empty);
        let title_depth = indent(&self.lines[start - 1]);
        let mut own = None;
        let mut at = start;
        while at < self.lines.len() {
            let line = &self.lines[at];
            let depth = indent(line);
            if line.is_empty() || self.fence.is_some() {
                self.fences(at, 0);
                at += 1;
                continue;
            }
            let own = *own.get_or_insert(depth);
            if depth < own || if opens_text { title(self.lines, at).is_some() } else { depth <= title_depth } {
                if !self.lines[at - 1].is_empty() {
                    self.shown[at] = Some(format!("\n{}{line}", " ".repeat(self.margin)));
                }
                break;
            }
            let text = line.trim_start();
            match entry_head(text).filter(|_| depth == own) {
                Some((name, told)) => {
                    let item = argument(name, told);
                    self.show(at, 0, &item);
                }
                None if self.fences(at, depth.saturating_sub(INSIDE)) => {}
                None => self.show(at, INSIDE, text),
            }
            at += 1;
        }
        at
    }

    /// A list below a heading; returns the line after it.
    fn list(&mut self, start: usize) -> usize {
        // how far a line may stand in and be no code: in an item, before the first, behind the last
        let (item, before) = (INSIDE + CODE - 1, CODE - 1);
        let mut most = Some(before);
        let mut at = start;
        while at < self.lines.len() {
            let line = &self.lines[at];
            let text = line.trim_start();
            if self.fence.is_none() && (text.starts_with('#') || title(self.lines, at).is_some()) {
                break;
            }
            let depth = indent(line);
            let bullet = ["* ", "- ", "+ "].into_iter().find(|bullet| text.starts_with(bullet));
            if self.fence.is_some() || line.is_empty() {
                self.fences(at, 0);
            } else if let Some(bullet) = bullet {
                let columns = depth.min(most.unwrap_or(before));
                let told = format!("{bullet}{}", text[bullet.len()..].trim_start());
                self.show(at, columns, &told);
                most = Some(item);
            } else if depth == 0 && self.lines[at - 1].is_empty() {
                most = None;
                if !self.fences(at, 0) {
                    self.show(at, 0, text);
                }
            } else if let Some(most) = most
                && !self.fences(at, depth.saturating_sub(most))
            {
                self.show(at, depth.min(most), text);
            }
            at += 1;
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let shown = markdown(text);
        let lines = text.split('\n').zip(shown).map(|(line, shown)| shown.unwrap_or_else(|| line.to_owned()));
        lines.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_block_of_arguments_is_a_list() {
        for (text, list) in [
            (" Do.\n\n Args:\n     x: One.", " Do.\n\n # Arguments\n * `x` - One."),
            (
                " Do.\n\n Args:\n     x: One\n         and more.\n\n     y (int): Two.\n\n         Even more.\n Rest.",
                " Do.\n\n # Arguments\n * `x` - One\n   and more.\n\n * `y` - Two.\n\n   Even more.\n\n Rest.",
            ),
            (
                " Args:\n     x:\n         One.\n\n             deeper\n\n Returns:\n     x",
                " # Arguments\n * `x`\n   One.\n\n   deeper\n\n Returns:\n     x",
            ),
            ("Do.\n\nParameters:\n\n    x: One.\n    - a list\n", "Do.\n\n# Arguments\n\n* `x` - One.\n  - a list\n"),
            (
                " Do.\n\n Args:\n     x: One.\n\n         ```\n         if x {\n             y();\n         }\n         ```\n",
                " Do.\n\n # Arguments\n * `x` - One.\n\n   ```\n   if x {\n       y();\n   }\n   ```\n",
            ),
            ("Do.\n\n\tArgs:\n\n\t\tx: One.", "Do.\n\n# Arguments\n\n* `x` - One."),
        ] {
            assert_eq!(shown(text), list, "{text}");
        }
    }

    #[test]
    fn no_line_of_a_list_stands_as_far_in_as_code() {
        for (text, list) in [
            (" Do.\n\n # Arguments\n\n * `x` - One.\n", " Do.\n\n # Arguments\n\n * `x` - One.\n"),
            (
                " Do.\n\n # Arguments\n\n     * `x` - One.\n\n           More.\n\n       - inner",
                " Do.\n\n # Arguments\n\n    * `x` - One.\n\n      More.\n\n      - inner",
            ),
            (" Do.\n\n # Args\n\n     x: One.\n", " Do.\n\n # Args\n\n    x: One.\n"),
            ("Do.\n\n    # Args\n\n    * `x` - One.", "Do.\n\n# Args\n\n* `x` - One."),
            (" Do.\n\n # Params\n\n *      `x` - One.", " Do.\n\n # Params\n\n * `x` - One."),
        ] {
            assert_eq!(shown(text), list, "{text}");
        }
    }

    #[test]
    fn what_is_no_argument_stays_as_it_is() {
        for text in [
            " Do.\n\n     let x = 1;\n\n Args are words.",
            " Do.\n\n ```text\n Args:\n     x: One.\n ```\n",
            " Do.\n\n # Arguments\n\n * `x` - One.\n\n   ```\n   let x = 1;\n   ```\n\n # Examples\n\n     let x = 1;\n",
            " Do.\n\n # Arguments\n\n * `x` - One.\n\n Like this:\n\n     let x = 1;\n",
            " Do.\n\n Example:\n\n     let x = 1;\n",
        ] {
            assert_eq!(shown(text), text);
        }
    }
}
