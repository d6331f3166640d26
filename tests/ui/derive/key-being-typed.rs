use serde::Deserialize;
use toolkit::ToolType;

#[derive(Deserialize, ToolType)]
struct Point {
    #[tool_type(default = )]
    left: u32,
}

fn main() {}
