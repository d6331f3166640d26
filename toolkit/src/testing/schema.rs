//! The run-time form of `assert_schema!`, for tools whose schema the compiler does not know: those of Python files, and
//! those with a foreign type.

use crate::{assertion, spec::ToolSpec};
use serde_json::Value;
use toolkit_rules::{json_string, numbers, schema::KEYS};

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

fn write_schema(schema: &Value, out: &mut String) {
    let members = match schema {
        Value::Object(members) => members,
        Value::Array(schemas) => return separated(out, ['[', ']'], schemas, write_schema),
        other => return write_value(other, out),
    };
    let rank = |key: &str| KEYS.iter().position(|known| *known == key).unwrap_or(KEYS.len());
    let mut members: Vec<_> = members.iter().collect();
    members.sort_by_key(|(key, _)| rank(key));
    separated(out, ['{', '}'], members, |(key, value), out| {
        write_key(key, out);
        match (key.as_str(), value) {
            ("properties", Value::Object(parameters)) => {
                separated(out, ['{', '}'], parameters, |(name, schema), out| {
                    write_key(name, out);
                    write_schema(schema, out);
                })
            }
            ("default" | "enum" | "const" | "examples", value) => write_value(value, out),
            (_, schema) => write_schema(schema, out),
        }
    });
}

/// A value as catalogs write it.
fn write_value(value: &Value, out: &mut String) {
    match value {
        Value::Number(number) => match number.as_f64().filter(|_| number.is_f64()).and_then(numbers::float) {
            Some(digits) => out.push_str(&digits),
            None => out.push_str(&number.to_string()),
        },
        Value::String(text) => out.push_str(&json_string(text)),
        Value::Array(items) => separated(out, ['[', ']'], items, write_value),
        Value::Object(members) => separated(out, ['{', '}'], members, |(key, value), out| {
            write_key(key, out);
            write_value(value, out);
        }),
        other => out.push_str(&other.to_string()),
    }
}

fn write_key(key: &str, out: &mut String) {
    out.push_str(&json_string(key));
    out.push(':');
}

fn separated<T>(
    out: &mut String,
    [open, close]: [char; 2],
    items: impl IntoIterator<Item = T>,
    mut write: impl FnMut(T, &mut String),
) {
    out.push(open);
    for (at, item) in items.into_iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        write(item, out);
    }
    out.push(close);
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
        let foreign = json!({"anyOf": [{"default": {"z": 1, "a": 2}, "type": "object"}], "description": "x"});
        assert_eq!(ordered(&foreign), r#"{"description":"x","anyOf":[{"type":"object","default":{"z":1,"a":2}}]}"#);
    }
}
