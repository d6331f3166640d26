use serde::Deserialize;
use toolkit::ToolType;

#[derive(Deserialize, ToolType)]
enum Mode {
    Fast,
    #[serde(rename = "Fast")]
    Slow,
}

fn main() {}
