use serde::Deserialize;
use toolkit::ToolType;

#[derive(Deserialize, ToolType)]
#[serde(tag = "type")]
struct Point {
    left: u32,
}

fn main() {}
