use toolkit::tool;

#[derive(Default)]
struct Counter<'a>(&'a str);

/// Counts.
#[tool]
impl Counter<'_> {
    /// Count.
    pub fn count(&self) -> usize {
        self.0.len()
    }
}

fn main() {}
