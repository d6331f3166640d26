use toolkit::tool;

/// Count.
#[tool]
fn count(_text: &String) -> u8 {
    1
}

fn main() {}
