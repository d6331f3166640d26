use toolkit::tool;

struct Point;

/// Count.
#[tool]
async fn count() -> Point {
    Point
}

fn main() {}
