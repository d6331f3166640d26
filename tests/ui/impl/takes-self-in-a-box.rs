use toolkit::tool;

#[derive(Default)]
struct Counter;

/// Counts.
#[tool]
impl Counter {
    /// Count.
    pub fn count(self: Box<Self>) -> u8 {
        1
    }
}

fn main() {}
