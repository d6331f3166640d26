use toolkit::tool;

/// Count.
#[tool]
fn count(words: Vec<&str>) -> usize {
    words.len()
}

fn main() {}
