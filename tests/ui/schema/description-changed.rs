use toolkit::{assert_schema, tool};

/// Count.
///
/// Args:
///     n: How many.
#[tool]
fn count(n: u8) -> u8 {
    n
}

assert_schema!(count, {
    "type": "object",
    "properties": { "n": { "type": "integer", "description": "How much." } },
    "required": ["n"],
});

fn main() {}
