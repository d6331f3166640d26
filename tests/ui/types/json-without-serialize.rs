use toolkit::{Json, ToolType, tool};

#[derive(serde::Deserialize, ToolType)]
struct Point {
    x: f64,
}

/// Count.
#[tool]
fn count() -> Json<Point> {
    Json(Point { x: 0.0 })
}

fn main() {}
