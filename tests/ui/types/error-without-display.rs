use toolkit::tool;

struct Broken;

/// Count.
#[tool]
fn count() -> Result<u8, Broken> {
    Err(Broken)
}

fn main() {}
