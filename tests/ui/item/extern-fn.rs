use toolkit::tool;

/// Count.
#[tool]
extern "C" fn count() -> u8 {
    1
}

fn main() {}
