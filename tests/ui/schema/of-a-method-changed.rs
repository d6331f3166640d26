use toolkit::{assert_schema, tool};

#[derive(Default)]
struct Counter;

/// Counts.
#[tool]
impl Counter {
    /// Count.
    pub fn count(&self, n: u8) -> u8 {
        n
    }
}

assert_schema!(Counter::count, { "type": "object", "properties": {}, "required": [] });

fn main() {}
