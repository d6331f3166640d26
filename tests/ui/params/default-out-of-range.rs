use toolkit::tool;

/// Count.
#[tool]
fn count(#[arg(default = 300)] n: u8) -> u8 {
    n
}

fn main() {}
