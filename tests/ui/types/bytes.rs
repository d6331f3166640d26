use toolkit::tool;

/// Count.
#[tool]
fn count(bytes: &[u8]) -> usize {
    bytes.len()
}

fn main() {}
