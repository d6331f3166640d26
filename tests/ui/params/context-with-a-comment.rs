use toolkit::{Context, tool};

/// Look.
#[tool]
fn look(
    /// Who asks.
    ctx: &Context,
) {
    let _ = ctx;
}

fn main() {}
