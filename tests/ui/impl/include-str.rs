use toolkit::tool;

#[derive(Default)]
struct Counter;

#[doc = include_str!("include-str.rs")]
#[tool]
impl Counter {
    /// Count.
    pub fn count(&self) -> u8 {
        1
    }
}

fn main() {}
