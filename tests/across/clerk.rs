//! Rust tools that ask for others, on threads and as futures.

use serde_json::{Value, json};
use toolkit::{Context, ToolError, tool};

/// Keeps nothing but the way to others.
pub struct Clerk {
    context: Context,
}

#[tool(scope = "run")]
impl Clerk {
    /// The context of the call that made it would be of no use later: each method takes its own.
    pub fn new(context: &Context) -> Self {
        Self { context: context.clone() }
    }

    /// Ask another file's `add`.
    pub fn ask(&self, ctx: &Context, stem: &str, n: i64) -> Result<Value, ToolError> {
        ctx.tool(stem)?.call("add", json!({ "n": n }))
    }

    /// Ask another file's `add` without blocking a thread.
    pub async fn ask_later(&self, ctx: Context, stem: &str, n: i64) -> Result<Value, ToolError> {
        ctx.tool(stem)?.call_async("add", json!({ "n": n })).await
    }

    /// Ask another file to ask on.
    pub fn relay(&self, ctx: &Context, via: &str, stem: &str, n: i64) -> Result<Value, ToolError> {
        ctx.tool(via)?.call("ask", json!({ "stem": stem, "n": n }))
    }

    /// Say whether the run is that of the call that made the instance.
    pub fn same_run(&self, ctx: &Context) -> bool {
        ctx.run_id() == self.context.run_id()
    }
}
