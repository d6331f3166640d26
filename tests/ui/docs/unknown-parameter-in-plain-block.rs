use toolkit::tool;

/** Count.

    Args:
        m: How many.
*/
#[tool]
fn count(n: u8) -> u8 {
    n
}

fn main() {}
