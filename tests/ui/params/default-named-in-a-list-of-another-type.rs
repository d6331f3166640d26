use toolkit::tool;

const LIMIT: u32 = 3;

/// Count.
#[tool]
fn count(#[arg(default = [1, LIMIT])] n: Vec<u8>) -> usize {
    n.len()
}

fn main() {}
