use toolkit::tool;

/// Count.
#[tool]
fn count<const N: usize>() -> usize {
    N
}

fn main() {
    count::<1>();
}
