use serde::Deserialize;
use toolkit::ToolType;

#[derive(Deserialize, ToolType)]
#[serde(tag = "mode")]
enum Mode {
    Fast,
    Slow,
}

fn main() {}
