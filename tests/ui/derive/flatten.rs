use serde::Deserialize;
use toolkit::ToolType;

#[derive(Deserialize, ToolType)]
struct Point {
    left: u32,
    #[serde(flatten)]
    size: Size,
}

#[derive(Deserialize, ToolType)]
struct Size {
    width: u32,
}

fn main() {}
