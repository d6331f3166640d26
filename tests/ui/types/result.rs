use toolkit::tool;

/// Count.
#[tool]
fn count(_either: Result<u8, String>) -> u8 {
    1
}

fn main() {}
