use toolkit::tool;

#[derive(Default)]
struct Shell;

#[tool]
impl Shell {
    /// Look.
    #[cfg_attr(unix, tool(name = "look"))]
    pub fn look(&self) {}
}

fn main() {}
