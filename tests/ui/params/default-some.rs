use toolkit::tool;

/// Count.
#[tool]
fn count(#[arg(default = Some(3))] n: Option<u8>) -> Option<u8> {
    n
}

fn main() {}
