use toolkit::tool;

#[derive(Default)]
struct Notes;

#[tool]
impl Notes {
    /// Look.
    #[tool(isolate)]
    pub fn look(&self) {}
}

fn main() {}
