use serde::Deserialize;
use toolkit::ToolType;

#[derive(Deserialize, ToolType)]
struct Point {
    #[serde(alias = "x")]
    left: u32,
}

fn main() {}
