use toolkit::tool;

trait Count {
    fn count(&self) -> u8;
}

struct Counter;

impl Count for Counter {
    /// Count.
    #[tool]
    fn count(&self) -> u8 {
        1
    }
}

fn main() {}
