use toolkit::tool;

struct Counter;

#[tool]
impl Counter {
    /// Make one.
    #[tool]
    pub fn new() -> Self {
        Self
    }

    /// Count.
    #[tool]
    pub fn count(&self) -> u8 {
        1
    }
}

fn main() {}
