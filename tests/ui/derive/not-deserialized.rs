use toolkit::ToolType;

#[derive(ToolType)]
#[serde(rename_all = "lowercase")]
enum Mode {
    Fast,
    Slow,
}

fn main() {}
