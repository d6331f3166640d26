use serde::Deserialize;
use toolkit::ToolType;

#[derive(Deserialize, ToolType)]
enum Never {}

fn main() {}
