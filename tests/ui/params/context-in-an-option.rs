use toolkit::{Context, tool};

/// Look.
#[tool]
fn look(ctx: Option<&Context>) {
    let _ = ctx;
}

fn main() {}
