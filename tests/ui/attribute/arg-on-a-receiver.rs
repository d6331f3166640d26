use toolkit::tool;

#[derive(Default)]
struct Counter;

/// Counts.
#[tool]
impl Counter {
    /// Count.
    pub fn count(#[arg(description = "Me.")] &self) -> u8 {
        1
    }
}

fn main() {}
