use toolkit::tool;

/// Count.
#[tool]
fn count(_bytes: [u8; 4]) -> u8 {
    1
}

fn main() {}
