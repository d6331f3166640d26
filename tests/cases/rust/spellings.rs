//! One text in every spelling that Rust has for doc comments.

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

#[doc = "Count the rows."]
#[doc = ""]
#[doc = "Args:"]
#[doc = "    path: Where the file is, without the directory."]
#[doc = "    least: Leave out what is smaller."]
#[tool]
pub fn attributes(path: &str, least: u8) -> usize {
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
///
/// # Arguments
///
/// - `path`: Where the file is, without the directory.
/// - `least`: Leave out what is smaller.
#[tool]
pub fn listed(path: &str, least: u8) -> usize {
    path.len() + usize::from(least)
}

/// Count the rows.
#[tool]
pub fn beside(
    /// Where the file is,
    /// without the directory.
    path: &str,
    /** Leave out what is smaller. */
    least: u8,
) -> usize {
    path.len() + usize::from(least)
}

#[cfg_attr(all(), doc = "Count the rows.")]
#[tool]
pub fn conditional(
    #[doc = "Where the file is, without the directory."] path: &str,
    #[doc = "Leave out what is smaller."] least: u8,
) -> usize {
    path.len() + usize::from(least)
}

/// Not this text.
#[tool(description = "Count the rows.")]
pub fn keys(
    #[arg(description = "Where the file is, without the directory.")] path: &str,
    #[arg(description = "Leave out what is smaller.")] least: u8,
) -> usize {
    path.len() + usize::from(least)
}

macro_rules! documented {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[tool]
        pub fn $name(path: &str, least: u8) -> usize {
            path.len() + usize::from(least)
        }
    };
}

documented! {
    /// Count the rows.
    ///
    /// Args:
    ///     path: Where the file is, without the directory.
    ///     least: Leave out what is smaller.
    through_a_macro
}
