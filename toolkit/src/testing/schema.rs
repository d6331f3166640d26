//! The run-time form of `assert_schema!`, for tools whose schema the compiler does not know: those of Python files, and
//! those with a foreign type.

use crate::{assertion, schema_text::write_schema, spec::ToolSpec};
use serde_json::Value;

/// Compares a tool's schema with the asserted one; both in the one order of keys, and in their own of parameters.
#[track_caller]
pub(super) fn assert(spec: &ToolSpec, asserted: &Value) {
    let found: Value = serde_json::from_str(&spec.schema).unwrap_or_else(|error| {
        panic!("the schema of `{}` is no JSON: {error}", &*spec.name);
    });
    let (asserted, found) = (ordered(asserted), ordered(&found));
    if asserted != found {
        let mut buffer = [0; assertion::MESSAGE_BUFFER];
        panic!("{}", assertion::difference(&spec.name, &asserted, &found, &mut buffer));
    }
}

/// A schema as text, its keys in order.
fn ordered(schema: &Value) -> String {
    let mut text = String::new();
    write_schema(schema, &mut text);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_order_of_parameters_counts_and_that_of_keys_does_not() {
        let ab = json!({"required": [], "properties": {"a": {"default": 1e-7, "type": "number"}, "b": {}}, "type": "object"});
        let ba = json!({"type": "object", "properties": {"b": {}, "a": {"type": "number", "default": 1e-7}}, "required": []});
        let text = r#"{"type":"object","properties":{"a":{"type":"number","default":1e-07},"b":{}},"required":[]}"#;
        assert_eq!(ordered(&ab), text);
        assert_ne!(ordered(&ba), text);
    }
}
