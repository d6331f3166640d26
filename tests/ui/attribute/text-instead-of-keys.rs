use toolkit::tool;

/// Count.
#[tool("count")]
fn count() -> u8 {
    1
}

fn main() {}
