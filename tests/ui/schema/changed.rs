use toolkit::{assert_schema, tool};

/// Write one note.
///
/// Args:
///     subject: File name, without a directory.
#[tool]
fn write(subject: String, body: String, n: Option<u32>) -> String {
    format!("{subject}{body}{n:?}")
}

assert_schema!(write, {
    "type": "object",
    "properties": {
        "subject": { "type": "string", "description": "File name." },
        "body": { "type": "string" },
    },
    "required": ["subject", "body"],
});

fn main() {}
