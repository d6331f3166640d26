use toolkit::tool;

/// Count.
#[tool]
fn count(_pairs: std::collections::BTreeMap<String, (u8, u8)>) -> u8 {
    1
}

fn main() {}
