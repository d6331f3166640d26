//! Small questions about a text. The pair of `examples/tools/words.py`.

use std::time::Duration;
use toolkit::{ToolError, tool};

/// Count how often one text occurs in another, overlaps not counted.
///
/// Args:
///     text: Where to look.
///     needle: What to look for.
///     ignore_case: Treat upper and lower case as the same.
#[tool]
fn count(text: String, needle: String, #[arg(default = false)] ignore_case: bool) -> Result<usize, ToolError> {
    if needle.is_empty() {
        return Err(ToolError::new("ValueError", "needle is empty; give at least one character to look for"));
    }
    Ok(if ignore_case {
        text.to_lowercase().matches(&needle.to_lowercase()).count()
    } else {
        text.matches(&needle).count()
    })
}

/// Turn a title into the part of an address that stands for it: lower case, words joined, nothing else kept.
///
/// Args:
///     title: The title, as people read it.
///     separator: What joins the words.
#[tool]
fn slug(title: String, #[arg(default = "-")] separator: String) -> String {
    let lower = title.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.join(&separator)
}

/// Find the longest of some lines, the first one where several are.
///
/// Args:
///     lines: The lines to compare.
///     at_most: Lines longer than this many characters do not count.
#[tool]
fn longest(lines: Vec<String>, at_most: Option<u32>) -> Option<String> {
    let mut best: Option<(usize, String)> = None;
    for line in lines {
        let length = line.chars().count();
        let counts = at_most.is_none_or(|most| length <= most as usize);
        if counts && best.as_ref().is_none_or(|(most, _)| length > *most) {
            best = Some((length, line));
        }
    }
    best.map(|(_, line)| line)
}

/// Wait, and say how long. Other calls are served meanwhile.
///
/// Args:
///     seconds: How long to wait, at most 10.
#[tool]
async fn pause(#[arg(default = 0.1)] seconds: f64) -> Result<String, ToolError> {
    if !(0.0..=10.0).contains(&seconds) {
        return Err(ToolError::new("ValueError", "seconds is from 0 to 10"));
    }
    tokio::time::sleep(Duration::from_secs_f64(seconds)).await;
    Ok(format!("waited {seconds} s"))
}
