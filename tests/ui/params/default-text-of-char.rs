use toolkit::tool;

/// Count.
#[tool]
fn count(#[arg(default = "x")] _one: char) -> u8 {
    1
}

fn main() {}
