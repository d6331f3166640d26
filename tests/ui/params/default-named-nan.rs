use toolkit::tool;

const SHARE: f64 = f64::NAN;

/// Count.
#[tool]
fn count(#[arg(default = SHARE)] n: f64) -> f64 {
    n
}

fn main() {}
