use toolkit::tool;

#[derive(serde::Deserialize)]
struct Point {
    x: u8,
}

/// Count.
#[tool]
fn count(#[arg(schemars)] point: Point) -> u8 {
    point.x
}

fn main() {}
