#![deny(deprecated)]

use toolkit::tool;

/// Count everything that there is
/// and give the number.
#[tool]
fn count() -> u8 {
    1
}

fn main() {}
