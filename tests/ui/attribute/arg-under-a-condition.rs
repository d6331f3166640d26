use toolkit::tool;

/// Count.
#[tool]
fn count(#[cfg_attr(unix, arg(default = 2))] n: u8) -> u8 {
    n
}

fn main() {}
