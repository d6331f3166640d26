use toolkit::tool;

/// Count.
#[tool]
fn count<T: Into<u8>>(n: T) -> u8 {
    n.into()
}

fn main() {
    count(1u8);
}
