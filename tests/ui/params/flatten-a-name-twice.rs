use serde::Deserialize;
use toolkit::{ToolType, tool};

#[derive(Deserialize, ToolType)]
struct Size {
    width: u8,
}

/// Count.
#[tool]
fn count(#[arg(flatten)] size: Size, width: u8) -> u8 {
    size.width + width
}

fn main() {}
