use serde::Deserialize;
use toolkit::ToolType;

#[derive(Deserialize, ToolType)]
struct Point {
    #[tool_type(rename = "x")]
    left: u32,
}

fn main() {}
