//! A JSON Schema as text: its keys in the one order of catalogs, numbers as Python writes them. Parameters keep their own
//! order, and so does everything that is no schema. What a schema may say is not judged.

use serde_json::{Map, Value};
use toolkit_rules::{json_string, numbers, schema::KEYS, separated};

/// Keys that hold one schema.
pub(crate) const ONE: [&str; 10] = [
    "items",
    "additionalProperties",
    "not",
    "if",
    "then",
    "else",
    "contains",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
];
/// Keys that hold a list of schemas.
pub(crate) const LISTS: [&str; 4] = ["prefixItems", "allOf", "anyOf", "oneOf"];
/// Keys that hold schemas by names, which are no keys.
pub(crate) const NAMED: [&str; 3] = ["properties", "patternProperties", "dependentSchemas"];

/// A schema.
pub(crate) fn write_schema(schema: &Value, out: &mut String) {
    match schema {
        Value::Object(members) => {
            out.push('{');
            write_members(members, out);
            out.push('}');
        }
        // `true` and `false` are schemas too
        other => write_value(other, out),
    }
}

/// The members of a schema, without its braces.
pub(crate) fn write_members(members: &Map<String, Value>, out: &mut String) {
    let rank = |key: &str| KEYS.iter().position(|known| *known == key).unwrap_or(KEYS.len());
    let mut members: Vec<_> = members.iter().collect();
    members.sort_by_key(|(key, _)| rank(key));
    for (at, (key, value)) in members.into_iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        write_key(key, out);
        match value {
            Value::Object(_) if ONE.contains(&key.as_str()) => write_schema(value, out),
            Value::Object(named) if NAMED.contains(&key.as_str()) => {
                separated(out, ['{', '}'], named, |(name, schema), out| {
                    write_key(name, out);
                    write_schema(schema, out);
                });
            }
            Value::Array(schemas) if LISTS.contains(&key.as_str()) => {
                separated(out, ['[', ']'], schemas, write_schema);
            }
            other => write_value(other, out),
        }
    }
}

/// Any value.
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn text(schema: &Value) -> String {
        let mut text = String::new();
        write_schema(schema, &mut text);
        text
    }

    #[test]
    fn keys_have_one_order_and_parameters_their_own() {
        for (schema, expected) in [
            (
                json!({"required": [], "properties": {"b": {"default": 1e-7, "type": "number"}, "a": {}}, "type": "object"}),
                r#"{"type":"object","properties":{"b":{"type":"number","default":1e-07},"a":{}},"required":[]}"#,
            ),
            (
                json!({"anyOf": [{"default": {"z": 1, "a": 2}, "type": "object"}], "description": "x"}),
                r#"{"description":"x","anyOf":[{"type":"object","default":{"z":1,"a":2}}]}"#,
            ),
            (json!({"items": true, "type": "array"}), r#"{"type":"array","items":true}"#),
        ] {
            assert_eq!(text(&schema), expected);
        }
    }
}
