use toolkit::tool;

/// Count.
#[tool(name = "a", name = "b")]
fn count() -> u8 {
    1
}

fn main() {}
