use serde::Deserialize;
use toolkit::ToolType;

#[derive(Deserialize, ToolType)]
struct Point {
    #[tool_type(description = 5)]
    left: u32,
}

fn main() {}
