use toolkit::tool;

/// Count.
///
/// Args:
///     n: How many.
#[tool]
fn count(
    /// How often.
    n: u8,
) -> u8 {
    n
}

fn main() {}
