use serde::Deserialize;
use toolkit::ToolType;

#[derive(Deserialize, ToolType)]
struct Folder {
    entries: Vec<Entry>,
}

#[derive(Deserialize, ToolType)]
struct Entry {
    folder: Option<Folder>,
}

fn main() {}
