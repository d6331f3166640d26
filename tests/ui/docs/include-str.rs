use toolkit::tool;

#[doc = include_str!("include-str.rs")]
#[tool]
fn count() -> u8 {
    1
}

fn main() {}
