use serde::Deserialize;
use toolkit::ToolType;

#[derive(Deserialize, ToolType)]
struct Point {
    #[doc = include_str!("left.md")]
    left: u32,
}

fn main() {}
