use serde::Deserialize;
use toolkit::ToolType;

#[derive(Deserialize, ToolType)]
struct Point {
    #[tool_type(default = 1, default = 2)]
    left: u32,
}

fn main() {}
