use toolkit::tool;

/// Count.
#[tool]
fn count() -> u8;

fn main() {}
