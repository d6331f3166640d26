use toolkit::{Context, tool};

/// Look.
#[tool]
fn look(#[arg(flatten)] ctx: &Context) {
    let _ = ctx;
}

fn main() {}
