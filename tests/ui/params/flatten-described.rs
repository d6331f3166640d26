use toolkit::{ToolType, tool};

#[derive(serde::Deserialize, ToolType)]
struct Place {
    line: u32,
}

/// Look.
///
/// Args:
///     place: Where.
#[tool]
fn look(#[arg(flatten)] place: Place) -> u32 {
    place.line
}

fn main() {}
