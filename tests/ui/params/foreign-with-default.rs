use toolkit::tool;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Point {
    x: u8,
}

/// Count.
#[tool]
fn count(#[arg(schemars, default = 3)] point: Point) -> u8 {
    point.x
}

fn main() {}
