use toolkit::{Json, tool};

/// Count.
#[tool]
fn count() -> Vec<Json<u8>> {
    vec![Json(1)]
}

fn main() {}
