use serde::Deserialize;
use toolkit::ToolType;

#[derive(Deserialize, ToolType)]
enum Shape {
    Point,
    Circle(f64),
    Box { width: f64 },
}

fn main() {}
