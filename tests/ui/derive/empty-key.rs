use serde::Deserialize;
use toolkit::ToolType;

#[derive(Deserialize, ToolType)]
#[tool_type]
struct Point {
    left: u32,
}

fn main() {}
