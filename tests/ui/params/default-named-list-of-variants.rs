use toolkit::{ToolType, tool};

#[derive(Clone, Copy, serde::Deserialize, ToolType)]
pub enum Mode {
    Fast,
    Slow,
}

const MODES: &[Mode] = &[Mode::Fast, Mode::Slow];

/// Count.
#[tool]
fn count(#[arg(default = MODES)] modes: Vec<Mode>) -> usize {
    modes.len()
}

fn main() {}
