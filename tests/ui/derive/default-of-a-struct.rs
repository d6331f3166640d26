use serde::Deserialize;
use toolkit::{ToolType, tool};

#[derive(Deserialize, ToolType)]
struct Point {
    left: u8,
}

const ORIGIN: Point = Point { left: 0 };

/// Count.
#[tool]
fn count(#[arg(default = ORIGIN)] point: Point) -> u8 {
    point.left
}

fn main() {}
