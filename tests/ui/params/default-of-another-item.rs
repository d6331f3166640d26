use toolkit::tool;

/// Count.
#[tool]
fn count(#[arg(default = [1, "a"])] _list: Vec<u8>) -> u8 {
    1
}

fn main() {}
