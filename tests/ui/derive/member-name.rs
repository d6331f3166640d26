use serde::Deserialize;
use toolkit::ToolType;

#[derive(Deserialize, ToolType)]
struct Point {
    #[serde(rename = "from left")]
    left: u32,
}

fn main() {}
