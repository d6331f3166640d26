use toolkit::tool;

/// Count.
#[tool]
fn count(#[doc = include_str!("include-str.rs")] n: u8) -> u8 {
    n
}

fn main() {}
