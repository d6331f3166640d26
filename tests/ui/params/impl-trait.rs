use toolkit::tool;

/// Count.
#[tool]
fn count(n: impl Into<u8>) -> u8 {
    n.into()
}

fn main() {
    count(1u8);
}
