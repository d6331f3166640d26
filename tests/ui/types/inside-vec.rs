use toolkit::tool;

struct Point;

/// Count.
#[tool]
fn count(points: Vec<Point>) -> usize {
    points.len()
}

fn main() {}
