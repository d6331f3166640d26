use serde::Deserialize;
use toolkit::ToolType;

#[derive(Deserialize, ToolType)]
struct Sized<const N: usize> {
    items: Vec<u8>,
}

fn main() {}
