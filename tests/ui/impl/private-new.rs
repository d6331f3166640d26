use toolkit::tool;

#[derive(Default)]
struct Counter;

/// Counts.
#[tool]
impl Counter {
    fn new(start: u8) -> Self {
        let _ = start;
        Self
    }

    /// Count.
    pub fn count(&self) -> u8 {
        let _ = Self::new(1);
        1
    }
}

fn main() {}
