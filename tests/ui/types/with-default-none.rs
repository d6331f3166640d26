use toolkit::tool;

struct Point;

/// Count.
#[tool]
fn count(#[arg(default = None)] points: Option<Point>) -> bool {
    points.is_some()
}

fn main() {}
