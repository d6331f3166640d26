use toolkit::{assert_schema, tool};

#[derive(Default)]
struct Counter;

#[tool]
impl Counter {
    /// Look.
    pub fn look(&self, word) -> u8 {
        1
    }

    /// Count.
    pub fn count(&self, #[arg(default = 1)] least: u8) -> u8 {
        least
    }
}

assert_schema!(Counter::count, {
    "type": "object",
    "properties": { "least": { "type": "integer", "default": 1 } },
    "required": [],
});

fn main() {}
