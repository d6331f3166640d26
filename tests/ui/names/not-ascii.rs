use toolkit::tool;

/// Count.
#[tool]
fn zähle() -> u8 {
    1
}

fn main() {}
