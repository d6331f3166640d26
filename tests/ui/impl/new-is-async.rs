use toolkit::tool;

struct Counter;

#[tool]
impl Counter {
    pub async fn new() -> Self {
        Self
    }

    /// Count.
    pub fn count(&self) -> u8 {
        1
    }
}

fn main() {}
