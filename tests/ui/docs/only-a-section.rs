#![deny(warnings)]

use toolkit::tool;

/// # Errors
///
/// Never.
#[tool]
fn count() -> u8 {
    1
}

fn main() {}
