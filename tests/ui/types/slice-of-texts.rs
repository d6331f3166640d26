use toolkit::tool;

/// Count.
#[tool]
fn count(_words: &[String]) -> u8 {
    1
}

fn main() {}
