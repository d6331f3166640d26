use toolkit::tool;

struct Point;

/// Count.
#[tool]
fn count() -> Result<Point, String> {
    Ok(Point)
}

fn main() {}
