use serde::Deserialize;
use toolkit::ToolType;

#[derive(Deserialize, ToolType)]
struct Point {
    #[tool_type("From the left.")]
    left: u32,
}

fn main() {}
