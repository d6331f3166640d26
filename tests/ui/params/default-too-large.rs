use toolkit::tool;

/// Count.
#[tool]
fn count(#[arg(default = 1e400)] n: f64) -> f64 {
    n
}

fn main() {}
