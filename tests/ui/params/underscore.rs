use toolkit::tool;

/// Count.
#[tool]
fn count(_: u8) -> u8 {
    1
}

fn main() {}
