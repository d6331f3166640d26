use toolkit::tool;

/// Count.
#[tool]
fn count(#[arg(default = b"ab")] bytes: Vec<u8>) -> usize {
    bytes.len()
}

fn main() {}
