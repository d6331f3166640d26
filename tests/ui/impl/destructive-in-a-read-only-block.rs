use toolkit::tool;

#[derive(Default)]
struct Notes;

#[tool(read_only)]
impl Notes {
    /// Look.
    pub fn look(&self) {}

    /// Clear.
    #[tool(destructive)]
    pub fn clear(&self) {}
}

fn main() {}
