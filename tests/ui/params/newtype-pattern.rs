use serde::Deserialize;
use toolkit::{ToolType, tool};

#[derive(Deserialize, ToolType)]
struct Id(u8);

/// Count.
#[tool]
fn count(Id(id): Id) -> u8 {
    id
}

fn main() {}
