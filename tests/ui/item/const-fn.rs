use toolkit::tool;

/// Count.
#[tool]
const fn count() -> u8 {
    1
}

fn main() {
    const _: u8 = count();
}
