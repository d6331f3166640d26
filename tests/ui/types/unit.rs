use toolkit::tool;

/// Count.
#[tool]
fn count(_nothing: ()) -> u8 {
    1
}

fn main() {}
