use toolkit::tool;

/// Look.
#[tool(read_only = "yes")]
fn look() {}

fn main() {}
