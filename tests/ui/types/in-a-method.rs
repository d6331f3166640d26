use toolkit::tool;

#[derive(Default)]
struct Counter;

/// Counts.
#[tool]
impl Counter {
    /// Count.
    pub fn count(&self, _pair: (u8, u8)) -> u8 {
        1
    }
}

fn main() {}
