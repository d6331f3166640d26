use toolkit::tool;

/// Count.
#[tool]
fn count(_any: Option<serde_json::Value>) -> u8 {
    1
}

fn main() {}
