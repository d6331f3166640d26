//! `assert_schema!` at compile time: two texts are equal, or the build fails and shows both. The macro has brought the
//! asserted one into the order of a catalog's keys, so nothing is parsed here.

use crate::spec::ToolSpec;
use toolkit_rules::Out;

/// Room for two schemas; what does not fit is cut.
pub(crate) const MESSAGE_BUFFER: usize = 32 * 1024;

/// Compares a tool's schema with the one that was asserted.
///
/// # Panics
///
/// While it compiles, when they differ; the message shows both.
#[track_caller]
pub const fn assert_schema(tool: &str, spec: &ToolSpec, asserted: &str) {
    let params = spec.params.get();
    let mut i = 0;
    while i < params.len() {
        assert!(
            !params[i].schema.is_later(),
            "a parameter of this tool is marked `schemars`, so its schema is not known before the program runs; call `toolkit::testing::assert_schema` in a test"
        );
        i += 1;
    }
    let found = spec.schema.get();
    if same(found, asserted) {
        return;
    }
    let mut buffer = [0; MESSAGE_BUFFER];
    panic!("{}", difference(tool, asserted, found, &mut buffer));
}

/// The text that says how two schemas of a tool differ.
pub(crate) const fn difference<'a>(
    tool: &str,
    asserted: &str,
    found: &str,
    buffer: &'a mut [u8; MESSAGE_BUFFER],
) -> &'a str {
    let mut out = Out::new(buffer);
    out.text("the schema of `");
    out.text(tool);
    out.text("` is not the asserted one; mend the tool, or assert the new schema\n\nasserted:\n");
    write_lines(asserted, &mut out);
    out.text("\n\nfound:\n");
    write_lines(found, &mut out);
    out.text("\n");
    let len = if out.len() < MESSAGE_BUFFER { out.len() } else { MESSAGE_BUFFER };
    whole_characters(buffer.split_at(len).0)
}

/// Writes a schema with a line for each parameter.
const fn write_lines(schema: &str, out: &mut Out<'_>) {
    let bytes = schema.as_bytes();
    let (mut depth, mut quoted, mut lined) = (0, false, false);
    let mut i = 0;
    while i < bytes.len() {
        let byte = bytes[i];
        match byte {
            b'"' if !escaped(bytes, i) => quoted = !quoted,
            b'{' | b'[' if !quoted => depth += 1,
            b'}' | b']' if !quoted => depth -= 1,
            _ => {}
        }
        if !quoted && depth == 1 && byte == b'}' && lined {
            out.text("\n  ");
            lined = false;
        }
        out.byte(byte);
        if !quoted && depth == 2 && (byte == b'{' && bytes[i + 1] != b'}' || byte == b',' && lined) {
            out.text("\n    ");
            lined = true;
        }
        i += 1;
    }
}

/// Whether an odd number of backslashes stands before this byte.
const fn escaped(bytes: &[u8], at: usize) -> bool {
    let mut from = at;
    while from > 0 && bytes[from - 1] == b'\\' {
        from -= 1;
    }
    (at - from) % 2 == 1
}

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

/// The text without a character that was cut at its end.
const fn whole_characters(bytes: &[u8]) -> &str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => match std::str::from_utf8(bytes.split_at(error.valid_up_to()).0) {
            Ok(text) => text,
            Err(_) => "",
        },
    }
}
