use serde::Deserialize;
use toolkit::ToolType;

#[derive(Deserialize, ToolType)]
#[tool_type(crate = "toolkit")]
struct Id(u8);

fn main() {}
