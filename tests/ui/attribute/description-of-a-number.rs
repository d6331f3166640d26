use toolkit::tool;

/// Count.
#[tool]
fn count(#[arg(description = 5)] n: u8) -> u8 {
    n
}

fn main() {}
