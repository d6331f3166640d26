//! One number that lasts for a run. The pair of `examples/tools/tally.py`.

use toolkit::tool;

/// Counts for one run.
#[derive(Default)]
pub struct Counter {
    total: i64,
}

/// The number lasts for the whole run.
#[tool(scope = "run")]
impl Counter {
    /// Add to the number and return it.
    ///
    /// Args:
    ///     amount: What to add; negative to take away.
    pub fn add(&mut self, #[arg(default = 1)] amount: i64) -> i64 {
        self.total += amount;
        self.total
    }

    /// Return the number as it is.
    pub fn total(&self) -> i64 {
        self.total
    }
}
