use toolkit::tool;

/// Count.
#[tool]
fn ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff() -> u8 {
    1
}

fn main() {}
