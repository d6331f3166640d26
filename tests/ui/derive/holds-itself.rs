use serde::Deserialize;
use toolkit::ToolType;

#[derive(Deserialize, ToolType)]
struct Node {
    name: String,
    children: Vec<Node>,
}

fn main() {}
