use toolkit::tool;

/// Count.
#[tool]
fn count(#[arg(default = String::new())] text: String) -> usize {
    text.len()
}

fn main() {}
