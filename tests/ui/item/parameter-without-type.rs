use toolkit::tool;

/// Count.
#[tool]
fn count(word, #[arg(default = 1)] least: u8) -> u8 {
    least
}

fn main() {
    count("x", 1);
}
