use toolkit::{assert_schema, tool};

/// Count.
#[tool]
fn count(#[arg(default = 1.5)] n: f64) -> f64 {
    n
}

assert_schema!(count, { "default": 1e999 });

fn main() {}
