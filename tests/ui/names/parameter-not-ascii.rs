use toolkit::tool;

/// Count.
#[tool]
fn count(größe: u8) -> u8 {
    größe
}

fn main() {}
