use serde_json::json;
use toolkit::{Context, ToolError, tool};

/// An instance that knows the call that made it.
pub struct Office {
    run: String,
    asked: u32,
}

/// It sits in the place that the shell is in.
#[tool(scope = "run")]
impl Office {
    /// The context is that of the call that needed an instance first.
    pub fn new(ctx: &Context) -> Self {
        Self { run: ctx.run_id().0.to_string(), asked: 0 }
    }

    /// Say whether this is the run that the instance was made for.
    pub fn same(&self, ctx: &Context) -> bool {
        ctx.run_id().0.to_string() == self.run
    }

    /// Say where the shell is.
    ///
    /// Args:
    ///     prefix: What to write before it.
    pub fn place(&mut self, prefix: &str, ctx: &Context) -> Result<String, ToolError> {
        self.asked += 1;
        let place: String = ctx.tool("shell")?.call("pwd", json!({}))?;
        Ok(format!("{prefix}{place} {}", self.asked))
    }

    /// Ask for something that is not there.
    pub fn lost(&self, ctx: &Context, stem: &str) -> Result<String, ToolError> {
        ctx.tool(stem)?.call("pwd", json!({}))
    }
}
