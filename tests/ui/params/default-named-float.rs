use toolkit::tool;

const SHARE: f64 = 0.5;

/// Count.
#[tool]
fn count(#[arg(default = SHARE)] n: f64) -> f64 {
    n
}

fn main() {}
