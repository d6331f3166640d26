use toolkit::tool;

struct Counter;

#[tool]
impl Counter {
    pub fn new(from: u8) -> Self {
        let _ = from;
        Self
    }

    /// Count.
    pub fn count(&self) -> u8 {
        1
    }
}

fn main() {}
