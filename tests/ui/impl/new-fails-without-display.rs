use toolkit::tool;

struct Notes;
struct Broken;

#[tool]
impl Notes {
    pub fn new() -> Result<Self, Broken> {
        Ok(Self)
    }

    /// Look.
    pub fn look(&self) {}
}

fn main() {}
