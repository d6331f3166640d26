use serde::Deserialize;
use toolkit::ToolType;

#[derive(Deserialize, ToolType)]
enum Mode {
    #[serde(alias = "quick")]
    Fast,
    Slow,
}

fn main() {}
