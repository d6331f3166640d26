use toolkit::{assert_schema, tool};

/// Add.
#[tool]
fn add(a: u8, b: u8) -> u8 {
    a + b
}

assert_schema!(add, {
    "properties": { "b": { "type": "integer" }, "a": { "type": "integer" } },
    "type": "object",
    "required": ["a", "b"],
});

fn main() {}
