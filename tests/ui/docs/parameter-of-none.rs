use toolkit::tool;

/// Count.
///
/// Args:
///     n: How many.
#[tool]
fn count() -> u8 {
    1
}

fn main() {}
