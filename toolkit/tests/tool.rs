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

/// Clear everything.
#[tool(title = "Clear", usage = "Ask first.", destructive, read_only = false, service = "notes", isolate)]
fn clear() {}

/// Files.
pub struct Files;

#[tool(read_only, idempotent, service = "files", parallel_safe)]
impl Files {
    const fn new() -> Self {
        Self
    }

    /// Read.
    #[tool]
    pub fn read(&self) {}

    /// Append.
    #[tool(read_only = false, idempotent = false, open_world, service = "notes", parallel_safe = false)]
    pub fn append(&self) {}
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
        [
            "tool__write",
            "wait-a-bit",
            "tool__run",
            "tool__look",
            "tool__list",
            "tool__clear",
            "tool__read",
            "tool__append",
        ]
    );
}

#[test]
fn an_entry_is_a_constant_with_the_block_text_at_the_end_of_the_description() {
    const ENTRY: &str = Shell::__tool_run.spec.entry.get();
    assert_eq!(
        ENTRY,
        concat!(
            r#"{"name":"tool__run","description":"Run.\n(The session persists.)","#,
            r#""input_schema":{"type":"object","properties":{"by":{"type":"integer"}},"required":["by"]},"scope":"run"}"#
        )
    );
}

#[test]
fn what_the_keys_say_is_in_the_constant_and_a_method_has_the_last_word() {
    let extras = &__tool_write.spec.extras;
    assert_eq!(*extras, toolkit::Extras::NONE);
    let extras = &__tool_clear.spec.extras;
    assert_eq!((&*extras.usage, extras.isolated, extras.parallel_safe), ("Ask first.", true, false));
    assert_eq!(extras.annotations.title.as_deref(), Some("Clear"));
    assert_eq!((extras.annotations.destructive, extras.annotations.read_only), (Some(true), Some(false)));
    let said = |extras: &toolkit::Extras| {
        let hints = &extras.annotations;
        (
            hints.read_only,
            hints.idempotent,
            hints.open_world,
            extras.service.as_deref().map(str::to_owned),
            extras.parallel_safe,
        )
    };
    let some = |name: &str| Some(name.to_owned());
    assert_eq!(said(&Files::__tool_read.spec.extras), (Some(true), Some(true), None, some("files"), true));
    assert_eq!(said(&Files::__tool_append.spec.extras), (Some(false), Some(false), Some(true), some("notes"), false));
}
