use toolkit::tool;

/// Count.
#[tool]
fn count(_counts: std::collections::HashMap<char, u8>) -> u8 {
    1
}

fn main() {}
