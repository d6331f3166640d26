//! Tools that say what their context holds, and ask for another file's.

use serde_json::json;
use toolkit::{Context, ToolError, tool};

/// What the program puts in.
pub struct Motto(pub String);

/// Count one up in another file.
#[tool]
fn asks(ctx: &Context) -> Result<u64, ToolError> {
    ctx.tool("kept")?.call("up", json!({}))
}

/// Count one up in another file, in a future.
#[tool]
async fn asks_later(ctx: &Context) -> Result<u64, ToolError> {
    ctx.tool("kept")?.call_async("up", json!({})).await
}

/// Ask for a file that is not there.
#[tool]
fn asks_in_vain(ctx: &Context) -> Result<u64, ToolError> {
    ctx.tool("shelf")?.call("up", json!({}))
}

/// Say what the program put in, and what is left of the bound.
#[tool]
fn says(ctx: &Context) -> String {
    let motto = ctx.state::<Motto>().map_or_else(|| "nothing".to_owned(), |motto| motto.0.clone());
    format!("{motto} {} {}", ctx.session_id(), ctx.remaining().as_secs_f64() <= 1.0)
}
