use toolkit::tool;

fn limit() -> u8 {
    3
}

/// Count.
#[tool]
fn count(#[arg(default = limit())] n: u8) -> u8 {
    n
}

fn main() {}
