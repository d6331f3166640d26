use toolkit::{ToolError, tool};

/// Fail with the sentence that helps.
#[tool]
pub fn lines(start: i64) -> Result<String, ToolError> {
    if start < 1 {
        return Err(ToolError::new("ValueError", format!("lines are counted from 1; start={start} reads nothing")));
    }
    Ok("fine".to_owned())
}

/// Return what JSON has no word for.
#[tool]
pub fn not_a_number() -> f64 {
    f64::NAN
}

/// Fail after a while, in a coroutine.
#[tool]
pub async fn later() -> Result<String, ToolError> {
    Err(ToolError::new("ValueError", "from a coroutine"))
}
