//! A tool that takes longer than anybody has.

use std::time::Duration;
use toolkit::tool;

/// Sleeps.
#[derive(Default)]
pub struct Sleeper;

#[tool]
impl Sleeper {
    /// Sleep.
    pub fn nap(&self, seconds: u64) -> &'static str {
        std::thread::sleep(Duration::from_secs(seconds));
        "awake"
    }
}
