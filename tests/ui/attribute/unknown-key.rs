use toolkit::tool;

/// Count.
#[tool(timeuot = 5)]
fn count() -> u8 {
    1
}

fn main() {}
