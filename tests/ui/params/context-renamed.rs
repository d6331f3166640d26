use toolkit::{Context, tool};

/// Look.
#[tool]
fn look(#[arg(rename = "caller")] ctx: &Context) {
    let _ = ctx;
}

fn main() {}
