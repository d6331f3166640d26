use serde::Deserialize;
use toolkit::ToolType;

#[derive(Deserialize, ToolType)]
#[tool_type(integer)]
struct Level {
    value: u8,
}

fn main() {}
