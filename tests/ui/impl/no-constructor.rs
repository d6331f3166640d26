use toolkit::tool;

struct Counter;

#[tool]
impl Counter {
    /// Count.
    pub fn count(&self) -> u8 {
        1
    }
}

fn main() {}
