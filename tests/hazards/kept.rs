//! A tool whose instance a run keeps.

use std::{thread, time::Duration};
use toolkit::tool;

#[derive(Default)]
pub struct Kept {
    count: u64,
}

/// It lasts as long as the run.
#[tool(scope = "run")]
impl Kept {
    /// Count one up.
    #[tool]
    pub fn up(&mut self) -> u64 {
        self.count += 1;
        self.count
    }

    /// Count one up, slowly.
    #[tool(timeout = 20)]
    pub fn slowly(&mut self, milliseconds: u64) -> u64 {
        thread::sleep(Duration::from_millis(milliseconds));
        self.up()
    }
}
