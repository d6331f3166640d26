use toolkit::tool;

/// Count.
#[tool(timeout = -1)]
fn count() -> u8 {
    1
}

fn main() {}
