//! Arguments against a tool's parameters, before the tool is entered: all problems at once, and what is the same value
//! in another dress is put into the right one. One code for both languages.
//!
//! What fits is left as it was written, big integers and odd strings included: nothing is parsed into a value and
//! printed again. Recursion follows the schema's depth, never the arguments'.

mod fit;
mod members;
mod number;
mod problems;

use crate::{error::Failure, provider::Arguments, spec::ToolSpec};
use fit::Check;
use members::Members;
use problems::Problems;
use std::borrow::Cow;
use toolkit_rules::{Param, Schema, json_string};

/// Longest arguments, in bytes; places in the text are kept in 32 bits.
const LONGEST: usize = 1 << 30;

/// Checks a call's arguments, given as JSON text. Nothing and `null` are `{}`.
///
/// # Errors
///
/// A `TypeError` that names every problem with its path.
pub(crate) fn check(spec: &ToolSpec, raw: Option<&str>, strict: bool) -> Result<Arguments, Failure> {
    let refuse = |what: String| Failure::new("TypeError", format!("{}: {what}", spec.name));
    let text = match raw.map(str::trim) {
        None | Some("null") => "{}",
        Some(text) if text.len() > LONGEST => return Err(refuse(problems::too_long(text.len()))),
        Some(text) => text,
    };
    let text = match text.as_bytes().first() {
        Some(b'{') => Cow::Borrowed(text),
        // Some models send the object as a text that holds it.
        Some(b'"') if !strict => match serde_json::from_str::<String>(text) {
            Ok(inner) if inner.trim_start().starts_with('{') => Cow::Owned(inner.trim().to_owned()),
            _ => return Err(refuse(problems::no_object(text))),
        },
        _ => return Err(refuse(problems::no_object(text))),
    };
    let members = Members::of(&text).map_err(|error| refuse(problems::no_json(&error)))?;
    let mut problems = Problems::default();
    let fitted = Check { strict, problems: &mut problems }.members(&spec.params, &members, None);
    if let Some(list) = problems.text() {
        return Err(refuse(list));
    }
    if fitted.rewritten {
        return Ok(rebuilt(&spec.params, &fitted.values));
    }
    let place = |value: &Cow<'_, str>| {
        let from = value.as_ptr().addr() - text.as_ptr().addr();
        (from as u32, (from + value.len()) as u32)
    };
    let values = fitted.values.iter().map(|value| value.as_ref().map(place)).collect();
    Ok(Arguments { values, text: text.into_owned() })
}

/// Checks a result against what its tool says it returns, in the strict form.
///
/// # Errors
///
/// A `TypeError` that names every problem with its path.
pub(crate) fn check_result(spec: &ToolSpec, schema: &Schema, json: &str) -> Result<(), Failure> {
    let mut problems = Problems::default();
    Check { strict: true, problems: &mut problems }.result(schema, json);
    problems.text().map_or(Ok(()), |list| Err(Failure::new("TypeError", problems::unfit_result(&spec.name, &list))))
}

fn rebuilt(params: &[Param], values: &[Option<Cow<'_, str>>]) -> Arguments {
    let mut text = String::from("{");
    let mut places = Vec::with_capacity(params.len());
    for (param, value) in params.iter().zip(values) {
        places.push(value.as_ref().map(|value| {
            if text.len() > 1 {
                text.push(',');
            }
            text.push_str(&json_string(&param.name));
            text.push(':');
            let from = text.len() as u32;
            text.push_str(value);
            (from, text.len() as u32)
        }));
    }
    text.push('}');
    Arguments { text, values: places }
}

#[cfg(test)]
mod tests;
