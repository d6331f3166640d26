use toolkit::tool;

#[derive(Default)]
struct Counter;

/// Counts.
#[tool]
impl Counter {
    /// Count.
    pub fn count<T: Into<u64>>(&self, n: T) -> u64 {
        n.into()
    }
}

fn main() {}
