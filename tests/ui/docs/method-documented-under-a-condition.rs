use toolkit::tool;

#[derive(Default)]
struct Shell;

#[tool]
impl Shell {
    #[cfg_attr(unix, doc = "Look.")]
    #[cfg_attr(docsrs, doc(cfg(unix)))]
    pub fn look(&self) {}
}

fn main() {}
