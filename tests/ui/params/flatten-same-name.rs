use toolkit::{ToolType, tool};

#[derive(serde::Deserialize, ToolType)]
struct Place {
    line: u32,
}

/// Look.
#[tool]
fn look(line: u8, #[arg(flatten)] place: Place) -> u32 {
    place.line + u32::from(line)
}

fn main() {}
