//! State that others ask for: a Rust instance that lasts for the run.

use toolkit::tool;

/// A sum.
#[derive(Default)]
pub struct Ledger {
    sum: i64,
}

#[tool(scope = "run")]
impl Ledger {
    /// Add to the sum and read it.
    pub fn add(&mut self, n: i64, #[arg(default = "")] note: &str) -> Result<i64, String> {
        if note == "refuse" {
            return Err("the ledger is closed".to_owned());
        }
        self.sum += n;
        Ok(self.sum)
    }
}
