use toolkit::tool;

#[derive(Default)]
struct Counter;

#[tool]
impl Counter {
    /// Count.
    #[tool(crate = toolkit)]
    pub fn count(&self) -> u8 {
        1
    }
}

fn main() {}
