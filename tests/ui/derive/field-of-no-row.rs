use serde::Deserialize;
use toolkit::ToolType;

#[derive(Deserialize, ToolType)]
struct Point {
    at: (u32, u32),
}

fn main() {}
