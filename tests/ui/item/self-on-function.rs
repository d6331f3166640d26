use toolkit::tool;

struct Counter;

impl Counter {
    /// Count.
    #[tool]
    fn count(&self) -> u8 {
        1
    }
}

fn main() {}
