use toolkit::tool;

/// Count.
#[tool]
fn count(_path: std::path::PathBuf) -> u8 {
    1
}

fn main() {}
