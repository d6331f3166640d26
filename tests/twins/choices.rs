use serde::Deserialize;
use toolkit::{ToolType, tool};

#[derive(Clone, Copy, Deserialize, ToolType)]
#[serde(rename_all = "kebab-case")]
enum Mode {
    /// Reads ahead.
    Fast,
    VerySlow,
    #[serde(rename = "5")]
    Five,
    #[serde(rename = "é \"x\"")]
    Quoted,
}

impl Mode {
    fn text(self) -> &'static str {
        match self {
            Self::Fast => "fast",
            Self::VerySlow => "very-slow",
            Self::Five => "5",
            Self::Quoted => "é \"x\"",
        }
    }
}

#[derive(Clone, Copy, ToolType)]
#[tool_type(integer)]
enum Level {
    Low = -1,
    Middle = 0,
    High = 64,
}

/// Take one of each.
///
/// Args:
///     mode: How fast.
///     level: How loud.
#[tool]
fn take(mode: Mode, level: Level, other: Option<Mode>) -> (String, i64, Option<String>) {
    (mode.text().to_owned(), level as i64, other.map(|mode| mode.text().to_owned()))
}

/// Take many.
#[tool]
fn many(modes: Vec<Mode>, gaps: Vec<Option<Level>>) -> (Vec<String>, Vec<Option<i64>>) {
    let modes = modes.into_iter().map(|mode| mode.text().to_owned()).collect();
    (modes, gaps.into_iter().map(|level| level.map(|level| level as i64)).collect())
}

/// Take what has a default.
#[tool]
fn usual(
    #[arg(default = Mode::Quoted)] mode: Mode,
    #[arg(default = Level::High)] level: Level,
    #[arg(default = Level::Low)] other: Option<Level>,
    #[arg(default = [Level::Low, Level::Middle])] levels: Vec<Level>,
) -> (String, i64, Option<i64>, Vec<i64>) {
    let levels = levels.into_iter().map(|level| level as i64).collect();
    (mode.text().to_owned(), level as i64, other.map(|level| level as i64), levels)
}
