use toolkit::tool;

struct Point;

/// Count.
#[tool]
fn count(point: Point) -> u8 {
    let Point = point;
    1
}

fn main() {}
