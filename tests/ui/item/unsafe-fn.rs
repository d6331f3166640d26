use toolkit::tool;

/// Count.
#[tool]
unsafe fn count() -> u8 {
    1
}

fn main() {}
