use toolkit::{assert_schema, tool};

/// Add.
#[tool]
fn add(a: u8, b: u8) -> u8 {
    a + b
}

assert_schema!(add);

fn main() {}
