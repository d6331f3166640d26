//! One JSON-RPC message, read once: which of its parts is where, as raw text that borrows from the line.
//!
//! Nothing is judged here beyond the shape, so that whatever is wrong can be answered with the message's own id.

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, SeqAccess, Visitor, value::MapAccessDeserializer},
};
use serde_json::value::RawValue;
use std::{borrow::Cow, fmt};

/// The members of a message, as they stand in it.
#[derive(Deserialize, Debug, Default)]
pub(super) struct Envelope<'a> {
    #[serde(borrow, default, deserialize_with = "present")]
    pub(super) jsonrpc: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    pub(super) id: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    pub(super) method: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) params: Params<'a>,
}

/// The parameters of a message, as far as this server answers it without help.
#[derive(Debug, Default)]
pub(super) enum Params<'a> {
    #[default]
    Absent,
    Object(Members<'a>),
    /// Anything but an object; holds what it is.
    Other(&'static str),
}

/// Members that requests for tools and their cancellations have.
#[derive(Deserialize, Debug, Default)]
pub(super) struct Members<'a> {
    #[serde(borrow, default, deserialize_with = "present")]
    pub(super) name: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    pub(super) arguments: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present", rename = "_meta")]
    pub(super) meta: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present", rename = "requestId")]
    pub(super) request_id: Option<&'a RawValue>,
}

/// What a request says about itself where there is no session to say it.
#[derive(Deserialize, Debug, Default)]
pub(super) struct Meta<'a> {
    #[serde(borrow, default, deserialize_with = "present", rename = "io.modelcontextprotocol/protocolVersion")]
    pub(super) protocol_version: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present", rename = "io.modelcontextprotocol/clientCapabilities")]
    pub(super) client_capabilities: Option<&'a RawValue>,
}

/// A member that is there, even when it is `null`.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

/// The text of a raw value that is a string.
pub(super) fn string<'a>(raw: &'a RawValue) -> Option<Cow<'a, str>> {
    let inner = raw.get().strip_prefix('"')?.strip_suffix('"')?;
    if inner.contains('\\') { serde_json::from_str(raw.get()).ok().map(Cow::Owned) } else { Some(Cow::Borrowed(inner)) }
}

/// What a raw value is, for error texts.
pub(super) fn kind(raw: &RawValue) -> &'static str {
    match raw.get().as_bytes().first() {
        Some(b'{') => "an object",
        Some(b'[') => "an array",
        Some(b'"') => "a string",
        Some(b't' | b'f') => "a boolean",
        Some(b'n') => "`null`",
        _ => "a number",
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Params<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ParamsVisitor)
    }
}

struct ParamsVisitor;

impl<'de> Visitor<'de> for ParamsVisitor {
    type Value = Params<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("parameters")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        Members::deserialize(MapAccessDeserializer::new(map)).map(Params::Object)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        while seq.next_element::<serde::de::IgnoredAny>()?.is_some() {}
        Ok(Params::Other("an array"))
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Params::Other("`null`"))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(Params::Other("a boolean"))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
        Ok(Params::Other("a number"))
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> {
        Ok(Params::Other("a number"))
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
        Ok(Params::Other("a number"))
    }

    fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> {
        Ok(Params::Other("a string"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_keeps_its_parts_as_they_were_written() -> Result<(), serde_json::Error> {
        let line = r#"{"params":{"arguments":{"a": 1e400, "b":"\u00e9"},"_meta":{"x":1},"name":"n\u006f"}, "id": "a-1","method":"tools/call","jsonrpc":"2.0","more":[1]}"#;
        let envelope: Envelope<'_> = serde_json::from_str(line)?;
        let Params::Object(members) = envelope.params else { panic!("{:?}", envelope.params) };
        assert_eq!(envelope.id.map(RawValue::get), Some(r#""a-1""#));
        assert_eq!(members.arguments.map(RawValue::get), Some(r#"{"a": 1e400, "b":"\u00e9"}"#));
        assert_eq!(members.name.and_then(string).as_deref(), Some("no"));
        assert_eq!(members.meta.map(RawValue::get), Some(r#"{"x":1}"#));
        Ok(())
    }

    #[test]
    fn parameters_of_every_other_shape_are_told_apart() -> Result<(), serde_json::Error> {
        for (params, expected) in [
            ("null", "`null`"),
            ("[1,[2]]", "an array"),
            ("7", "a number"),
            ("\"x\\n\"", "a string"),
            ("true", "a boolean"),
        ] {
            let line = format!(r#"{{"id":null,"params":{params}}}"#);
            let envelope: Envelope<'_> = serde_json::from_str(&line)?;
            assert!(matches!(envelope.params, Params::Other(found) if found == expected), "{params}");
            assert_eq!(envelope.id.map(RawValue::get), Some("null"));
        }
        Ok(())
    }

    #[test]
    fn a_raw_value_says_what_it_is() -> Result<(), serde_json::Error> {
        for (text, expected) in [("{}", "an object"), ("-1", "a number"), ("null", "`null`"), ("false", "a boolean")] {
            assert_eq!(kind(serde_json::from_str(text)?), expected);
        }
        Ok(())
    }
}
