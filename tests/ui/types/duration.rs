use toolkit::tool;

/// Count.
#[tool]
fn count(_wait: std::time::Duration) -> u8 {
    1
}

fn main() {}
