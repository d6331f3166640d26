use toolkit::tool;

/// Count.
#[tool(name = "count all")]
fn count() -> u8 {
    1
}

fn main() {}
