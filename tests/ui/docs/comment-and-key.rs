use toolkit::tool;

/// Count.
#[tool]
fn count(
    /// How often.
    #[arg(description = "How many.")]
    n: u8,
) -> u8 {
    n
}

fn main() {}
