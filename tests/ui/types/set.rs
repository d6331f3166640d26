use toolkit::tool;

/// Count.
#[tool]
fn count(_words: std::collections::HashSet<String>) -> u8 {
    1
}

fn main() {}
