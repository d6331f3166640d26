use serde::Deserialize;
use toolkit::{ToolType, tool};

#[derive(Deserialize, ToolType)]
struct Point {
    left: u8,
}

/// Count.
#[tool]
fn count(Point { left }: Point) -> u8 {
    left
}

fn main() {}
