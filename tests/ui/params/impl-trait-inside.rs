use toolkit::tool;

/// Count.
#[tool]
fn count(n: Option<impl Into<u8>>) -> u8 {
    n.map_or(0, Into::into)
}

fn main() {
    count(Some(1u8));
}
