use toolkit::tool;

/// Count.
#[tool(timeout = 0)]
fn count() -> u8 {
    1
}

fn main() {}
