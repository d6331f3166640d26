use toolkit::tool;

struct Notes;

#[tool]
impl Notes {
    pub fn new() -> Option<Self> {
        Some(Self)
    }

    /// Look.
    pub fn look(&self) {}
}

fn main() {}
