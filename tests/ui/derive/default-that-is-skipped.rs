use serde::Deserialize;
use toolkit::{ToolType, tool};

#[derive(Deserialize, ToolType)]
enum Mode {
    Fast,
    #[serde(skip)]
    Unsaid,
}

/// Count.
#[tool]
fn count(#[arg(default = Mode::Unsaid)] mode: Mode) -> bool {
    matches!(mode, Mode::Fast)
}

fn main() {}
