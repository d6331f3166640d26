use toolkit::tool;

type Pair = (u8, u8);

/// Count.
#[tool]
fn count(_pair: Pair) -> u8 {
    1
}

fn main() {}
