use toolkit::{Json, tool};

#[derive(serde::Serialize)]
struct Point {
    x: f64,
}

/// Count.
#[tool]
fn count() -> Result<Json<Point>, String> {
    Ok(Json(Point { x: 0.0 }))
}

fn main() {}
