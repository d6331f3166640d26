use serde::Deserialize;
use toolkit::ToolType;

#[derive(Deserialize, ToolType)]
#[serde(rename_all = "camelCase")]
struct Point {
    from_left: u32,
    #[serde(rename = "fromLeft")]
    left: u32,
}

fn main() {}
