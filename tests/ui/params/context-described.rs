use toolkit::{Context, tool};

/// Look.
///
/// Args:
///     ctx: Who asks.
#[tool]
fn look(ctx: &Context) {
    let _ = ctx;
}

fn main() {}
