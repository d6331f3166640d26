use toolkit::tool;

struct Counter<T>(T);

#[tool]
impl<T> Counter<T> {
    /// Count.
    pub fn count(&self) -> u8 {
        1
    }
}

fn main() {}
