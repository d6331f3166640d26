use toolkit::tool;

#[derive(Default)]
struct Counter;

#[tool(scope = "session")]
impl Counter {
    /// Count.
    pub fn count(&self) -> u8 {
        1
    }
}

fn main() {}
