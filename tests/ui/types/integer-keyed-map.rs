use std::collections::BTreeMap;
use toolkit::tool;

/// Count.
#[tool]
fn count(map: BTreeMap<u32, u8>) -> usize {
    map.len()
}

fn main() {}
