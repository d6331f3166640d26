use serde::Deserialize;
use toolkit::ToolType;

#[derive(Deserialize, ToolType)]
#[tool_type(intger)]
enum Mode {
    Fast,
}

fn main() {}
