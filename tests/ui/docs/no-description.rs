#![deny(deprecated)]

use toolkit::tool;

#[tool]
fn count() -> u8 {
    1
}

fn main() {}
