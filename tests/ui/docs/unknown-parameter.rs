use toolkit::tool;

/// Count.
///
/// Args:
///     nn: How many.
#[tool]
fn count(n: u8) -> u8 {
    n
}

fn main() {}
