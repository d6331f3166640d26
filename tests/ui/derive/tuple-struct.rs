use serde::Deserialize;
use toolkit::ToolType;

#[derive(Deserialize, ToolType)]
struct Pair(u8, String);

fn main() {}
