use toolkit::tool;

/// Count.
#[tool]
#[tool(name = "a")]
fn count() -> u8 {
    1
}

fn main() {}
