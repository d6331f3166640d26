//! One parameter: its schema, text and default, or what keeps its tool from being served.

use super::{
    Lowering,
    hint::{self, ACCEPTED},
};
use crate::facts::{Default, Hint, Parameter, Passing};
use serde_json::Value;
use toolkit::rules::{Literal, Param, Schema, docs, names};

impl Lowering<'_> {
    /// Lowers one parameter; `None` when there is an error about it.
    pub(super) fn parameter(&mut self, tool: &str, parameter: &Parameter, doc: &docs::Doc) -> Option<Param> {
        let Parameter { name, line, .. } = parameter;
        let mut errors = Vec::new();
        let mut warnings = Vec::new();
        let param = lower(parameter, doc, &mut errors, &mut warnings);
        let fine = errors.is_empty();
        for message in errors {
            self.error(Some(*line), format!("`{tool}`: {message}"));
        }
        for message in warnings {
            self.warning(Some(*line), format!("`{tool}`: parameter `{name}`: {message}"));
        }
        param.filter(|_| fine)
    }
}

fn lower(
    parameter: &Parameter,
    doc: &docs::Doc,
    errors: &mut Vec<String>,
    warnings: &mut Vec<String>,
) -> Option<Param> {
    let name = &parameter.name;
    if let Some(fault) = passing_fault(name, parameter.kind) {
        errors.push(fault);
        return None;
    }
    if let Err(fault) = names::check_parameter(name) {
        errors.push(names::parameter_fault(name, fault));
    }
    if let Some(Default { json: None, shown, why, .. }) = &parameter.default {
        errors.push(format!(
            "the default of `{name}` is `{}`, and {}; write `= None` and make it in the function",
            shown.as_deref().unwrap_or_default(),
            why.as_deref().unwrap_or_default()
        ));
    }
    let hint = match &parameter.hint {
        Some(hint) => hint,
        None => {
            errors.push(missing_hint(parameter));
            return None;
        }
    };
    let read = match hint::read(hint) {
        Ok(read) => read,
        Err(refusal) => {
            errors.push(refused(parameter, hint, &refusal));
            return None;
        }
    };
    for constraint in &read.constraints {
        warnings.push(format!(
            "`{constraint}` is neither checked nor in the schema; check it in the function and say it in `Args:`"
        ));
    }
    let default = parameter.default.as_ref().and_then(|default| default.json.as_deref());
    let nullable = matches!(read.schema, Schema::Nullable(_));
    let schema = match read.schema {
        schema if default == Some("null") && !nullable => Schema::Nullable(schema.into()),
        schema => schema,
    };
    if let Some(text) = default
        && let Ok(value) = serde_json::from_str(text)
        && !fits(&schema, &value)
    {
        warnings.push(format!(
            "its default `{text}` is not what `{}` says; a model would be refused with it",
            parameter.text.as_deref().unwrap_or_default()
        ));
    }
    let description = doc.of(name).filter(|text| !text.is_empty()).or(read.description).unwrap_or_default();
    Some(Param {
        name: name.clone().into(),
        schema,
        required: default.is_none() && !nullable,
        description: description.to_owned().into(),
        default: default.map(|text| text.to_owned().into()),
        null_when_absent: default.is_none() && nullable,
    })
}

/// Why a parameter cannot be given by its name.
fn passing_fault(name: &str, passing: Passing) -> Option<String> {
    match passing {
        Passing::Plain | Passing::KeywordOnly => None,
        Passing::PositionalOnly => {
            Some(format!("parameter `{name}` is positional-only, and calls go by name; remove the `/` after it"))
        }
        Passing::Variadic => {
            Some(format!("`*{name}` takes values without a name, and calls go by name; write `{name}: list[X]`"))
        }
        Passing::Keywords => Some(format!(
            "`**{name}` takes any name, and a schema lists them; write a parameter for each, or `{name}: dict[str, X]`"
        )),
    }
}

fn missing_hint(parameter: &Parameter) -> String {
    let name = &parameter.name;
    let instead = match parameter.default.as_ref().map(|default| default.kind.as_str()) {
        Some(kind @ ("str" | "int" | "float" | "bool" | "list" | "dict")) => format!("write `{name}: {kind}`"),
        _ => format!("write `{name}: X` with X one of {ACCEPTED}"),
    };
    format!("parameter `{name}` has no type hint; {instead}")
}

fn refused(parameter: &Parameter, hint: &Hint, refusal: &hint::Refusal) -> String {
    let name = &parameter.name;
    let whole = parameter.text.as_deref().unwrap_or_default();
    let culprit_is_whole = matches!(hint, Hint::Other { .. } | Hint::None | Hint::Unresolved { .. });
    let verb = if culprit_is_whole { "is".to_owned() } else { format!("is written `{whole}`:") };
    format!("parameter `{name}` {verb} {}; {}", refusal.what, refusal.instead)
}

/// Whether a default is a value that a call could give.
fn fits(schema: &Schema, value: &Value) -> bool {
    match schema {
        Schema::Any | Schema::Struct(_) | Schema::Foreign(_) | Schema::Later => true,
        Schema::String | Schema::Char => value.is_string(),
        Schema::Boolean => value.is_boolean(),
        // Digits beyond 64 bits read as a float that is no less whole.
        Schema::Integer(_) => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        Schema::Number { .. } => value.is_number(),
        Schema::Array(items) => value
            .as_array()
            .is_some_and(|values| items.as_ref().is_none_or(|schema| values.iter().all(|value| fits(schema, value)))),
        Schema::Object(values) => value
            .as_object()
            .is_some_and(|map| values.as_ref().is_none_or(|schema| map.values().all(|value| fits(schema, value)))),
        Schema::Enum(literals) => literals.iter().any(|literal| match literal {
            Literal::String(text) => value.as_str() == Some(&**text),
            Literal::Integer(number) => value.as_i64().map(i128::from) == Some(*number),
            Literal::Boolean(wanted) => value.as_bool() == Some(*wanted),
        }),
        Schema::Nullable(inner) => value.is_null() || fits(inner, value),
    }
}
