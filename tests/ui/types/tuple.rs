use toolkit::tool;

/// Count.
#[tool]
fn count(pair: (u8, u8)) -> u8 {
    pair.0
}

fn main() {}
