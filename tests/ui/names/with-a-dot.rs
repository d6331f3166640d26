use toolkit::tool;

/// Count.
#[tool(name = "notes.count")]
fn count() -> u8 {
    1
}

fn main() {}
