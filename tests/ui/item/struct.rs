use toolkit::tool;

/// Count.
#[tool]
struct Count;

fn main() {}
