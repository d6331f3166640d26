use toolkit::tool;

/// Count.
#[tool]
fn count(#[arg(default = 1.5)] _n: u8) -> u8 {
    1
}

fn main() {}
