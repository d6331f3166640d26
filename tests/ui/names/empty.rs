use toolkit::tool;

/// Count.
#[tool(name = "")]
fn count() -> u8 {
    1
}

fn main() {}
