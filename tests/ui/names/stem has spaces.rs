use toolkit::tool;

/// Count.
#[tool]
fn count() -> u8 {
    1
}

fn main() {}
