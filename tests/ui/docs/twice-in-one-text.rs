use toolkit::tool;

/// Count.
///
/// Args:
///     n: How many.
///     n: How often.
#[tool]
fn count(n: u8) -> u8 {
    n
}

fn main() {}
