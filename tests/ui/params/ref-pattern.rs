use toolkit::tool;

/// Count.
#[tool]
fn count(ref n: u8) -> u8 {
    *n
}

fn main() {}
