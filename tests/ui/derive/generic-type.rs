use serde::Deserialize;
use toolkit::ToolType;

#[derive(Deserialize, ToolType)]
struct Page<T> {
    items: Vec<T>,
}

fn main() {}
