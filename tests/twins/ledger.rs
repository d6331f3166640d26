use toolkit::{Context, tool};

/// A sum that is remembered.
pub struct Ledger {
    sum: i64,
}

/// The sum is kept for the whole run.
#[tool(scope = "run")]
impl Ledger {
    pub fn new(_ctx: &Context) -> Self {
        Self { sum: 100 }
    }

    /// Add to the sum.
    ///
    /// Args:
    ///     by: How much.
    ///     twice: Add it a second time.
    pub fn add(&mut self, by: i64, _ctx: &Context, #[arg(default = false)] twice: bool) -> i64 {
        self.sum += if twice { 2 * by } else { by };
        self.sum
    }

    /// Read the sum later.
    pub async fn read(&self, _ctx: &Context) -> i64 {
        self.sum
    }
}
