use serde::Deserialize;
use toolkit::ToolType;

#[derive(Deserialize, ToolType)]
enum Mode {
    Fast,
    #[serde(other)]
    Any,
}

fn main() {}
