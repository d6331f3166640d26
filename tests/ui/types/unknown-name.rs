use toolkit::tool;

/// Count.
#[tool]
fn count(_text: Strng) -> u8 {
    1
}

fn main() {}
