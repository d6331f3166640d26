//! Shapes and attributes of functions.

use std::{borrow::Cow, collections::HashMap};
use toolkit::tool;

/// Every kind of parameter.
#[tool(timeout = 2.5)]
#[inline]
#[expect(clippy::too_many_arguments, reason = "there are many kinds")]
#[must_use]
pub fn every(
    text: &str,
    owned: String,
    either: Cow<'_, str>,
    one: char,
    yes: bool,
    n: u128,
    ratio: f32,
    list: Vec<Option<i8>>,
    map: HashMap<String, f64>,
    maybe: Option<&str>,
) -> String {
    format!("{text}{owned}{either}{one}{yes}{n}{ratio}{list:?}{map:?}{maybe:?}")
}

/// Of old times.
#[deprecated(note = "call `every`")]
#[tool]
#[must_use]
pub const fn old(n: u8) -> u8 {
    n
}

/// Compiled where it can be.
#[cfg_attr(unix, tool)]
#[cfg_attr(not(unix), tool)]
#[cfg(any(unix, not(unix)))]
#[must_use]
pub const fn here(n: u8) -> u8 {
    n
}

/// Makes tools.
macro_rules! made {
    ($($name:ident),*) => {$(
        /// Made by a macro.
        #[tool]
        pub const fn $name(n: u32) -> u32 {
            n
        }
    )*};
}

made!(left, right);
