use toolkit::{Context, tool};

/// Look.
#[tool]
fn look(#[arg(default = 1)] ctx: &Context) {
    let _ = ctx;
}

fn main() {}
