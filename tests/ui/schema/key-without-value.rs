use toolkit::{assert_schema, tool};

/// Count.
#[tool]
fn count() -> u8 {
    1
}

assert_schema!(count, { "type": });

fn main() {}
