use toolkit::tool;

struct Point;

/// Count.
#[tool]
fn count(#[arg(default = [])] points: Vec<Point>) -> usize {
    points.len()
}

fn main() {}
