use serde::Deserialize;
use toolkit::ToolType;

#[derive(Deserialize, ToolType)]
struct Note<'a> {
    text: &'a str,
}

fn main() {}
