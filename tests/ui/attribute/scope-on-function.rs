use toolkit::tool;

/// Count.
#[tool(scope = "run")]
fn count() -> u8 {
    1
}

fn main() {}
