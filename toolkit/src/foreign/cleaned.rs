//! A schema as `schemars` says it, as catalogs have it: no `$schema`, no titles, no formats of numbers. References are
//! an error; nothing else is judged.

use crate::schema_text::{LISTS, NAMED, ONE, write_members};
use serde_json::{Map, Value};
use toolkit_rules::schema::KEYS;

/// A schema in the parts that a parameter's own texts stand between.
pub(super) struct Cleaned {
    /// The members before the description.
    pub(super) first: String,
    /// What the type says about itself.
    pub(super) description: String,
    /// The members behind the default.
    pub(super) rest: String,
}

/// Cleans a whole schema.
///
/// # Errors
///
/// When a part of it is only referred to, which is so where a type holds itself; the text says where.
pub(super) fn cleaned(schema: Value) -> Result<Cleaned, String> {
    let mut schema = match schema {
        Value::Object(members) => members,
        // `true`: anything.
        _ => Map::new(),
    };
    // Definitions that nothing refers to are nothing to a reader.
    schema.shift_remove("$defs");
    clean(&mut schema, "")?;
    let description = match schema.shift_remove("description") {
        Some(Value::String(text)) => text.split_whitespace().collect::<Vec<_>>().join(" "),
        _ => String::new(),
    };
    let (mut first, mut rest) = (Map::new(), Map::new());
    for (key, value) in schema {
        let members = if KEYS.contains(&key.as_str()) && key != "default" { &mut first } else { &mut rest };
        members.insert(key, value);
    }
    let inside = |members: Map<String, Value>| {
        let mut text = String::new();
        write_members(&members, &mut text);
        text
    };
    Ok(Cleaned { first: inside(first), description, rest: inside(rest) })
}

fn clean(schema: &mut Map<String, Value>, place: &str) -> Result<(), String> {
    if schema.contains_key("$ref") || schema.contains_key("$dynamicRef") {
        return Err(if place.is_empty() { "at its root".to_owned() } else { format!("at `{place}`") });
    }
    schema.shift_remove("$schema");
    schema.shift_remove("title");
    let is_number = |word: &Value| matches!(word.as_str(), Some("integer" | "number"));
    let of_number = schema
        .get("type")
        .is_some_and(|word| is_number(word) || word.as_array().is_some_and(|all| all.iter().any(is_number)));
    if of_number {
        schema.shift_remove("format");
    }
    for (key, value) in schema.iter_mut() {
        let place = if place.is_empty() { key.clone() } else { format!("{place}.{key}") };
        match value {
            Value::Object(inner) if ONE.contains(&key.as_str()) => clean(inner, &place)?,
            Value::Object(named) if NAMED.contains(&key.as_str()) => {
                for (name, value) in named.iter_mut() {
                    if let Value::Object(inner) = value {
                        clean(inner, &format!("{place}.{name}"))?;
                    }
                }
            }
            Value::Array(list) if LISTS.contains(&key.as_str()) => {
                for (at, value) in list.iter_mut().enumerate() {
                    if let Value::Object(inner) = value {
                        clean(inner, &format!("{place}[{at}]"))?;
                    }
                }
            }
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::cleaned;
    use serde_json::json;

    #[test]
    fn a_schema_is_cleaned_where_schemas_stand_and_nowhere_else() {
        let cleaned = cleaned(json!({
            "$schema": "x",
            "title": "Place",
            "format": "date",
            "description": "A place\nsomewhere.",
            "required": ["title"],
            "properties": {
                "title": { "title": "T", "format": "uint8", "type": ["integer", "null"], "maximum": 255.0, "description": "D." },
                "any": true,
            },
            "type": "object",
            "anyOf": [{ "default": { "title": 1 }, "type": "number", "format": "double" }],
        }))
        .ok();
        let cleaned = cleaned.map(|cleaned| (cleaned.first, cleaned.description, cleaned.rest));
        assert_eq!(
            cleaned,
            Some((
                r#""type":"object","properties":{"title":{"type":["integer","null"],"description":"D.","maximum":255.0},"any":true},"required":["title"]"#.to_owned(),
                "A place somewhere.".to_owned(),
                r#""format":"date","anyOf":[{"type":"number","default":{"title":1}}]"#.to_owned(),
            ))
        );
    }

    #[test]
    fn a_reference_is_an_error_with_its_place() {
        let schema = json!({ "properties": { "a": { "items": { "$ref": "#" } } } });
        assert_eq!(cleaned(schema).err().as_deref(), Some("at `properties.a.items`"));
        assert_eq!(cleaned(json!({ "$ref": "#" })).err().as_deref(), Some("at its root"));
        assert!(cleaned(json!(true)).is_ok_and(|cleaned| cleaned.first.is_empty()));
    }
}
