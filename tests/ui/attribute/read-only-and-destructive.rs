use toolkit::tool;

/// Look.
#[tool(destructive, read_only)]
fn look() {}

fn main() {}
