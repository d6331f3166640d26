//! The same in a file whose lines end with a carriage return and a line feed.

use toolkit::tool;

/// Count the rows.
///
/// Args:
///     path: Where the file is,
///         without the directory.
///     least: Leave out what is smaller.
///
/// More that no model sees.
#[tool]
pub fn lines(path: &str, least: u8) -> usize {
    path.len() + usize::from(least)
}

/// Count the rows.
/// Args:
///     path: Where the file is, without the directory.
///     least: Leave out what is smaller.
#[tool]
pub fn close_lines(path: &str, least: u8) -> usize {
    path.len() + usize::from(least)
}

/**
 * Count the rows.
 *
 * Args:
 *     path: Where the file is,
 *         without the directory.
 *     least: Leave out what is smaller.
 */
#[tool]
pub fn starred(path: &str, least: u8) -> usize {
    path.len() + usize::from(least)
}

/** Count the rows.

    Args:
        path: Where the file is,
            without the directory.
        least: Leave out what is smaller.
*/
#[tool]
pub fn block(path: &str, least: u8) -> usize {
    path.len() + usize::from(least)
}

/** Count the rows. */
/**
# Arguments

* `path` - Where the file is,
  without the directory.
* `least` - Leave out what is smaller.
*/
#[tool]
pub fn two_blocks(path: &str, least: u8) -> usize {
    path.len() + usize::from(least)
}

#[doc = r"Count the rows.

    Args:
        path: Where the file is,
            without the directory.
        least: Leave out what is smaller.
"]
#[tool]
pub fn one_attribute(path: &str, least: u8) -> usize {
    path.len() + usize::from(least)
}

/// Count the rows.
#[tool]
pub fn beside(
    /// Where the file is,
    /// without the directory.
    path: &str,
    /** Leave out
     *  what is smaller. */
    least: u8,
) -> usize {
    path.len() + usize::from(least)
}
