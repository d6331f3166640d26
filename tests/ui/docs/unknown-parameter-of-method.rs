use toolkit::tool;

#[derive(Default)]
struct Counter;

/// Counts.
#[tool]
impl Counter {
    /// Count.
    ///
    /// Args:
    ///     m: How many.
    pub fn count(&self, n: u8) -> u8 {
        n
    }
}

fn main() {}
