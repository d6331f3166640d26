//! `#[tool]` from an author's side: what is declared, and what a call through the linked entry gives.

use std::{borrow::Cow, collections::HashMap};
use toolkit::{ToolError, assert_schema, tool};

/// Write one note.
///
/// Args:
///     subject: File name, without a directory.
///     body: The note.
///     n: How often.
#[tool]
pub fn write(subject: String, body: &str, n: Option<u32>, #[arg(default = -3)] k: i64) -> Result<String, ToolError> {
    if subject.is_empty() {
        return Err(ToolError::new("ValueError", "`subject` is empty; write a name"));
    }
    Ok(format!("{subject} {body} {n:?} {k}"))
}

/// Wait.
#[tool(timeout = 0.5, name = "wait-a-bit")]
async fn wait(text: Cow<'_, str>, r#type: Vec<f64>) -> usize {
    text.len() + r#type.len()
}

/// Shells.
#[derive(Default)]
pub struct Shell(u32);

/// The session persists.
#[tool(scope = "run")]
impl Shell {
    /// Run.
    pub fn run(&mut self, by: u32) -> u32 {
        self.0 += by;
        self.0
    }

    /// Look.
    pub async fn look(
        &self,
        #[arg(default = [1, 2])]
        /** The keys. */
        keys: Vec<u8>,
    ) -> HashMap<String, u32> {
        keys.iter().map(|key| (key.to_string(), self.0)).collect()
    }

    /// List.
    pub fn list() {}
}

assert_schema!(write, {
    "type": "object",
    "properties": {
        "subject": { "description": "File name, without a directory.", "type": "string" },
        "body": { "type": "string", "description": "The note." },
        "n": { "type": "integer", "description": "How often." },
        "k": { "type": "integer", "default": -3 },
    },
    "required": ["subject", "body"],
});
assert_schema!(Shell::look, {"type": "object", "properties": {"keys": {"type": "array", "items": {"type": "integer"}, "description": "The keys.", "default": [1,2]}}, "required": []});

#[test]
fn tools_are_named_in_source_order() {
    assert_eq!(
        toolkit::tool_names().collect::<Vec<_>>(),
        ["tool__write", "wait-a-bit", "tool__run", "tool__look", "tool__list"]
    );
}

#[test]
fn an_entry_is_a_constant_with_the_block_text_at_the_end_of_the_description() {
    const ENTRY: &str = Shell::__tool_run.entry.get();
    assert_eq!(
        ENTRY,
        concat!(
            r#"{"name":"tool__run","description":"Run.\n(The session persists.)","#,
            r#""input_schema":{"type":"object","properties":{"by":{"type":"integer"}},"required":["by"]},"scope":"run"}"#
        )
    );
}
