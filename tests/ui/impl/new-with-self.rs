use toolkit::tool;

struct Notes;

#[tool]
impl Notes {
    pub fn new(&self) -> Self {
        Self
    }

    /// Look.
    pub fn look(&self) {}
}

fn main() {}
