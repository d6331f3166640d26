use std::collections::HashMap;
use toolkit::tool;

/// Count.
#[tool]
fn count(#[arg(default = 1)] map: HashMap<String, u8>) -> usize {
    map.len()
}

fn main() {}
