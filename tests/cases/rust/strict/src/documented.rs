//! Arguments that rustdoc would take for programs, and examples that it must run.

use toolkit::tool;

/// Write one note.
///
/// Args:
///
///     subject: File name, without a directory.
///
///     body (text): The note itself,
///         in markdown.
///
///         Not only its first line.
///
/// Returns what was written.
///
/// ```
/// assert_eq!(strict::documented::write("a", "b"), "a: b");
/// ```
#[tool]
#[must_use]
pub fn write(subject: &str, body: &str) -> String {
    format!("{subject}: {body}")
}

/// Look a word up.
///
/// # Arguments
///
/// * `word` - The word.
///
///       Not a sentence.
///
///     * `least` - Fewer characters are no word,
///
///           and are answered with nothing.
///
/// # Examples
///
/// ```
/// assert_eq!(strict::documented::look("word", 5), None);
/// ```
#[tool]
#[must_use]
pub fn look(word: &str, least: usize) -> Option<&str> {
    (word.len() >= least).then_some(word)
}

/// Count characters.
#[tool]
#[must_use]
pub fn count(
    /// What to count in.
    ///
    ///     Spaces count.
    text: &str,
    /**
       How often at most.

           Once is enough.
    */
    #[arg(default = 1)]
    most: usize,
    #[arg(description = "    What to add.")] more: usize,
) -> usize {
    text.len().min(most) + more
}

#[doc = "Divide.\n\nArgs:\n\n    by: What by.\n\n    what: What of."]
#[tool]
#[must_use]
pub const fn divide(by: u32, what: u32) -> u32 {
    what / by
}

/** Multiply.

    Args:

        by: What by.

        what: What of.
*/
#[tool]
#[must_use]
pub const fn multiply(by: u32, what: u32) -> u32 {
    what * by
}

/// Holds what was said.
#[derive(Debug, Default)]
pub struct Memory {
    /// The last of it.
    said: String,
}

/// It forgets.
///
/// Args:
///
///     nothing: Is a parameter of a block.
#[tool(scope = "run")]
impl Memory {
    /// Say something.
    ///
    /// Args:
    ///
    ///     what: Something.
    pub fn say(&mut self, what: String) -> usize {
        self.said = what;
        self.said.len()
    }
}
