use toolkit::tool;

struct Point;

/// Count.
#[tool]
fn count(#[arg(default = 3)] point: Point) -> u8 {
    let Point = point;
    1
}

fn main() {}
