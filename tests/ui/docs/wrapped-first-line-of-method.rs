#![deny(warnings)]

use toolkit::tool;

#[derive(Default)]
struct Counter;

/// Counts.
#[tool]
impl Counter {
    /// Count all
    /// of them.
    pub fn count(&self) -> u8 {
        1
    }
}

fn main() {}
