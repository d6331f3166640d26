use serde::Deserialize;
use toolkit::ToolType;

#[derive(Deserialize, ToolType)]
enum Mode {
    #[tool_type(description = "Reads ahead.")]
    Fast,
    Slow,
}

fn main() {}
