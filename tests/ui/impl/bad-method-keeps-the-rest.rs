use toolkit::tool;

#[derive(Default)]
struct Counter;

#[tool]
impl Counter {
    /// Count.
    pub fn count(&self, _: u8) -> u8 {
        1
    }

    /// Add.
    pub fn add(&self) -> u8 {
        self.count(1)
    }
}

fn main() {}
