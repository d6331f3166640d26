use toolkit::tool;

/// Count.
#[tool]
fn count(#[arg] n: u8) -> u8 {
    n
}

fn main() {}
