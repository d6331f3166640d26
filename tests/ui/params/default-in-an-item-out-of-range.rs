use toolkit::tool;

/// Count.
#[tool]
fn count(#[arg(default = [1, 256])] _list: Vec<u8>) -> u8 {
    1
}

fn main() {}
