use toolkit::tool;

/// Count.
#[tool]
fn count(#[arg(rename = "how many")] n: u8) -> u8 {
    n
}

fn main() {}
