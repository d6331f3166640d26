use toolkit::tool;

const LIMIT: u32 = 3;

/// Count.
#[tool]
fn count(#[arg(default = LIMIT)] n: u8) -> u8 {
    n
}

fn main() {}
