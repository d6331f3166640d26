use toolkit::tool;

/// Count.
#[tool]
fn count(#[arg(default = None)] n: u8) -> u8 {
    n
}

fn main() {}
