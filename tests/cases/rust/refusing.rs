//! An instance that cannot be made.

use toolkit::tool;

/// Opens nothing.
pub struct Door;

#[tool]
impl Door {
    pub fn new() -> Result<Self, std::num::ParseIntError> {
        "no number".parse::<u8>().map(|_| Self)
    }

    /// Knock.
    pub fn knock(&self) {}
}
