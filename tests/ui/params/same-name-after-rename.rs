use toolkit::tool;

/// Count.
#[tool]
fn count(a: u8, #[arg(rename = "a")] b: u8) -> u8 {
    a + b
}

fn main() {}
