use toolkit::tool;

/// Count.
#[tool(crate = "toolkit")]
fn count() -> u8 {
    1
}

fn main() {}
