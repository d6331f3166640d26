use serde::{Deserialize, Serialize};
use toolkit::{ToolType, tool};

const MOST: u16 = 2 * 1000 + 500;
const OPENING: &str = "Dear\n\"reader\"";
const MARKS: &[i64] = &[-1, 0, 9_007_199_254_740_993];

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Serialize, ToolType)]
#[serde(rename_all = "lowercase")]
pub enum Pace {
    Slow,
    Fast,
}

impl Pace {
    const USUAL: Self = Self::Fast;
}

/// Show defaults that have names.
#[tool]
pub fn usual(
    #[arg(default = MOST)] most: u16,
    #[arg(default = OPENING)] opening: &str,
    #[arg(default = MARKS)] marks: Vec<i64>,
    #[arg(default = Pace::Slow)] pace: Pace,
    #[arg(default = Pace::USUAL)] other: Option<Pace>,
    #[arg(default = [Pace::Slow, Pace::Fast])] paces: Vec<Pace>,
) -> (u16, String, Vec<i64>, Pace, Option<Pace>, Vec<Pace>) {
    (most, opening.to_owned(), marks, pace, other, paces)
}
