use toolkit::tool;

/// Look.
#[tool]
fn look(#[arg(flatten)] lines: Vec<u8>) -> usize {
    lines.len()
}

fn main() {}
