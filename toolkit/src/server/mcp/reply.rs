//! The answer of `tools/call`, as bytes for the lane and in `rmcp`'s types.

use super::{Era, INVALID_PARAMS, RUN_KEY, wraps, write_error, write_string};
use crate::{
    dispatch::{Ended, Reply},
    outcome::{Answer, Form},
};
use rmcp::model::{CallToolResult, ContentBlock, ErrorData, MetaObject};
use serde_json::{Value, json};
use toolkit_rules::Schema;

const FRESH_KEY: &str = "dev.toolkit/fresh_instance";

/// The answer of a call as JSON-RPC's `result` or `error` member, name included.
pub(in crate::server) fn write_reply(out: &mut Vec<u8>, reply: &Reply, era: Era) {
    match reply {
        Reply::UnknownTool(failure) => write_error(out, INVALID_PARAMS, &failure.message),
        Reply::Ended(ended) => {
            out.extend_from_slice(br#""result":{"#);
            if era == Era::Stateless {
                out.extend_from_slice(br#""resultType":"complete","#);
            }
            out.extend_from_slice(br#""content":["#);
            match &ended.outcome {
                Ok(answer) => write_answer(out, answer, ended, era),
                Err(failure) => {
                    write_text(out, |out| write_string(out, &failure.to_string()));
                    out.extend_from_slice(br#"],"isError":true"#);
                }
            }
            if let Some(meta) = meta(ended, None) {
                out.extend_from_slice(br#","_meta":"#);
                out.extend_from_slice(Value::Object(meta.0).to_string().as_bytes());
            }
            out.push(b'}');
        }
    }
}

fn write_answer(out: &mut Vec<u8>, answer: &Answer, ended: &Ended, era: Era) {
    let json = answer.json.as_bytes();
    if answer.form == Form::Content {
        // One block, or the list of them.
        out.extend_from_slice(json.strip_prefix(b"[").and_then(|json| json.strip_suffix(b"]")).unwrap_or(json));
        out.push(b']');
        return;
    }
    write_text(out, |out| match (answer.json.strip_suffix('"'), ended.last_line()) {
        (None, _) => write_string(out, &answer.json),
        (Some(_), None) => out.extend_from_slice(json),
        (Some(open), Some(line)) => {
            out.extend_from_slice(open.as_bytes());
            // Its opening quote gives way to what is already there.
            let at = out.len();
            write_string(out, &format!("\n{line}"));
            out.remove(at);
        }
    });
    out.push(b']');
    let (before, after): (&[u8], &[u8]) = match structure(answer, ended.output(), era) {
        Structure::None => return,
        Structure::Whole => (b"", b""),
        Structure::Wrapped => (br#"{"result":"#, b"}"),
    };
    out.extend_from_slice(br#","structuredContent":"#);
    for part in [before, json, after] {
        out.extend_from_slice(part);
    }
}

fn write_text(out: &mut Vec<u8>, text: impl FnOnce(&mut Vec<u8>)) {
    out.extend_from_slice(br#"{"type":"text","text":"#);
    text(out);
    out.push(b'}');
}

/// How a result stands in `structuredContent`.
enum Structure {
    /// It does not: it is a text, or no JSON of the tool's.
    None,
    Whole,
    /// In an object, as its member `result`.
    Wrapped,
}

fn structure(answer: &Answer, output: Option<&Schema>, era: Era) -> Structure {
    let wrapped = match output {
        Some(schema) => wraps(schema, era),
        None if answer.json.starts_with('"') => return Structure::None,
        None => era == Era::Handshake && !answer.json.starts_with('{'),
    };
    if wrapped { Structure::Wrapped } else { Structure::Whole }
}

/// The answer of a call, in `rmcp`'s types. `own_run` says that the call had a run of its own.
pub(in crate::server) fn call_result(reply: Reply, era: Era, own_run: bool) -> Result<CallToolResult, ErrorData> {
    let ended = match reply {
        Reply::UnknownTool(failure) => return Err(ErrorData::invalid_params(failure.message, None)),
        Reply::Ended(ended) => ended,
    };
    let mut result = CallToolResult::default();
    result.meta = meta(&ended, own_run.then_some(Value::Null));
    match &ended.outcome {
        Ok(answer) if answer.form == Form::Content => {
            result.content = if answer.json.starts_with('[') {
                serde_json::from_str(&answer.json).map_err(not_json)?
            } else {
                vec![serde_json::from_str(&answer.json).map_err(not_json)?]
            };
        }
        Ok(answer) => {
            let mut text = answer.text().into_owned();
            if let Some(line) = ended.last_line() {
                text.push('\n');
                text.push_str(&line);
            }
            result.content = vec![ContentBlock::text(text)];
            let value = || structured(&answer.json, ended.output().is_some());
            result.structured_content = match structure(answer, ended.output(), era) {
                Structure::None => None,
                Structure::Whole => value(),
                Structure::Wrapped => value().map(|value| json!({"result": value})),
            };
        }
        Err(failure) => {
            result.content = vec![ContentBlock::text(failure.to_string())];
            result.is_error = Some(true);
        }
    }
    Ok(result)
}

/// A result in `rmcp`'s form. It is left out where that form cannot hold it: nested too deeply, or with integers past 64
/// bits, of which a result that owes its client the structure gets the nearest number. The text beside it has all.
fn structured(json: &str, owed: bool) -> Option<Value> {
    let value = serde_json::from_str(json).ok()?;
    (owed || !has_wide_integer(json)).then_some(value)
}

/// How long the string is that a JSON text begins with, quotes included.
fn length_of_string(json: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in json.bytes().enumerate().skip(1) {
        match byte {
            b'"' if !escaped => return at + 1,
            _ => escaped = byte == b'\\' && !escaped,
        }
    }
    json.len()
}

/// Whether a valid JSON text has an integer past 64 bits.
fn has_wide_integer(json: &str) -> bool {
    let mut rest = json;
    while let Some(at) = rest.find(|c: char| c == '"' || c == '-' || c.is_ascii_digit()) {
        rest = &rest[at..];
        let len = if rest.starts_with('"') {
            length_of_string(rest)
        } else {
            let len = rest.find(|c: char| !matches!(c, '-' | '+' | '.' | 'e' | 'E' | '0'..='9')).unwrap_or(rest.len());
            let number = &rest[..len];
            if !number.contains(['.', 'e', 'E']) && number.parse::<i64>().is_err() && number.parse::<u64>().is_err() {
                return true;
            }
            len
        };
        rest = &rest[len..];
    }
    false
}

fn not_json(error: serde_json::Error) -> ErrorData {
    ErrorData::internal_error(format!("the tool's result is no JSON ({error})"), None)
}

fn meta(ended: &Ended, run: Option<Value>) -> Option<MetaObject> {
    let mut meta = MetaObject::default();
    if let Some(why) = &ended.notes.fresh_instance {
        meta.0.insert(FRESH_KEY.to_owned(), json!(why));
    }
    if let Some(run) = run {
        meta.0.insert(RUN_KEY.to_owned(), run);
    }
    (!meta.0.is_empty()).then_some(meta)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_past_sixty_four_bits_are_seen_and_nothing_else() {
        for (json, wide) in [
            ("18446744073709551615", false),
            ("[-9223372036854775808,1e300,123456789012345678901.5]", false),
            (r#"{"123456789012345678901":"a\\\"123456789012345678901","b":"\\"}"#, false),
            ("18446744073709551616", true),
            ("[-9223372036854775809]", true),
            (r#"{"a\\":{"b":[1,340282366920938463463374607431768211455]}}"#, true),
        ] {
            assert!(serde_json::from_str::<Value>(json).is_ok(), "{json}");
            assert_eq!(has_wide_integer(json), wide, "{json}");
            assert_eq!(structured(json, false).is_none(), wide);
            assert!(structured(json, true).is_some());
        }
        assert!(structured(&format!("{}{}", "[".repeat(500), "]".repeat(500)), true).is_none());
    }
}
