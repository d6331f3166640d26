use serde::Deserialize;
use toolkit::{ToolType, tool};

#[derive(Deserialize, ToolType)]
#[serde(rename_all = "lowercase")]
enum Mode {
    Fast,
    Slow,
}

/// Count.
#[tool]
fn count(#[arg(default = "fast")] mode: Mode) -> bool {
    matches!(mode, Mode::Fast)
}

fn main() {}
