use toolkit::tool;

/// Count.
///
/// # Arguments
///
/// * `limit` - How many.
#[tool]
fn count(n: u8) -> u8 {
    n
}

fn main() {}
