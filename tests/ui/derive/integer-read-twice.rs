use serde::Deserialize;
use toolkit::ToolType;

#[derive(Deserialize, ToolType)]
#[tool_type(integer)]
enum Level {
    Low = 1,
    High = 2,
}

fn main() {}
