use toolkit::tool;

/// Look.
#[tool(service = "file system")]
fn look() {}

fn main() {}
