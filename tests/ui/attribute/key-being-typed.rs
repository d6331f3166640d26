use toolkit::tool;

/// Count.
#[tool(timeout = )]
fn count() -> u8 {
    1
}

fn main() {
    count();
}
