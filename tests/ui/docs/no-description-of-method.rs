#![deny(warnings)]

use toolkit::tool;

#[derive(Default)]
struct Counter;

/// Counts.
#[tool]
impl Counter {
    pub fn count(&self) -> u8 {
        1
    }
}

fn main() {}
