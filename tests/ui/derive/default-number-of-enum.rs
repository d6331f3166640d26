use toolkit::{ToolType, tool};

#[derive(ToolType)]
#[tool_type(integer)]
enum Level {
    Low = 1,
    High = 2,
}

/// Count.
#[tool]
fn count(#[arg(default = 1)] level: Level) -> u8 {
    level as u8
}

fn main() {}
