use toolkit::{ToolType, tool};

#[derive(serde::Deserialize, ToolType)]
struct Place {
    line: u32,
}

/// Look.
#[tool]
fn look(#[arg(flatten, default = 1)] place: Place) -> u32 {
    place.line
}

fn main() {}
