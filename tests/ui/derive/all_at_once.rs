//! Every mistake of a type is found in one run, and the tool that takes it has none.
use serde::Deserialize;
use toolkit::{ToolType, tool};

#[derive(Deserialize, ToolType)]
#[serde(tag = "type")]
#[tool_type(integer)]
struct Everything {
    #[serde(alias = "x", rename = "from left")]
    left: u32,
    #[serde(flatten)]
    size: Size,
    #[tool_type(defualt = 1)]
    top: u32,
    inside: Vec<Everything>,
    at: (u8, u8),
}

#[derive(Deserialize, ToolType)]
struct Size {
    width: u32,
}

/// Take it.
#[tool]
fn take(_everything: Everything) {}

fn main() {}
