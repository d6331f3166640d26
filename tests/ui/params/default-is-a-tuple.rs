use toolkit::tool;

/// Count.
#[tool]
fn count(#[arg(default = (1, 2))] n: Vec<u8>) -> usize {
    n.len()
}

fn main() {}
