use toolkit::tool;

/// Count.
#[tool]
fn count(n: u8, n: u8) -> u8 {
    n
}

fn main() {}
