use toolkit::tool;

struct Point;

/// Count.
#[tool]
fn count() -> Point {
    Point
}

fn main() {}
