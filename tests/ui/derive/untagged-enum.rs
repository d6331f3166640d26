use serde::Deserialize;
use toolkit::ToolType;

#[derive(Deserialize, ToolType)]
#[serde(untagged)]
enum Mode {
    Fast,
}

fn main() {}
