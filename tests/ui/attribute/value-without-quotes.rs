use toolkit::tool;

/// Count.
#[tool(name = count)]
fn count() -> u8 {
    1
}

fn main() {}
