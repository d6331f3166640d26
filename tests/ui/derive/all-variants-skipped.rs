use serde::Deserialize;
use toolkit::ToolType;

#[derive(Deserialize, ToolType)]
enum Never {
    #[serde(skip)]
    Fast,
}

fn main() {}
