use toolkit::{assert_schema, tool};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Point {
    x: u8,
}

/// Count.
#[tool]
fn count(#[arg(schemars)] point: Point) -> u8 {
    point.x
}

assert_schema!(count, { "type": "object", "properties": {}, "required": [] });

fn main() {}
