use toolkit::tool;

/// Count.
#[tool(timeout = "5s")]
fn count() -> u8 {
    1
}

fn main() {}
