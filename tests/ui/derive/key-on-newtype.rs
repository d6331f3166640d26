use serde::Deserialize;
use toolkit::ToolType;

#[derive(Deserialize, ToolType)]
struct Id(#[tool_type(description = "A number.")] u32);

fn main() {}
