use toolkit::tool;

/// Count.
#[tool]
fn count(value: serde_json::Value) -> String {
    value.to_string()
}

fn main() {}
