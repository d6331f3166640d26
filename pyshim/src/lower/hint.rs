//! A type hint as a schema: SPEC section 4's table for Python, and the sentence for each thing outside it.

use crate::facts::{Family, Hint, Note, Value};
use toolkit::rules::{Literal, Schema};

/// The types a parameter may have, for the sentences that refuse the others.
pub(super) const ACCEPTED: &str =
    "`str`, `int`, `float`, `bool`, `list[X]`, `dict[str, X]`, `Literal[...]` or `X | None`";

/// Why a hint is refused.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    /// The culprit with what is wrong about it: `` `bytes`, and JSON has no bytes``.
    pub(super) what: String,
    /// What to write instead.
    pub(super) instead: String,
}

/// A hint, read.
#[derive(Debug)]
pub(super) struct Read<'a> {
    /// What the parameter accepts; `Nullable` where `None` is allowed.
    pub(super) schema: Schema,
    /// The first description found in an `Annotated` around it.
    pub(super) description: Option<&'a str>,
    /// What `Annotated` says beyond a description, anywhere in it.
    pub(super) constraints: Vec<&'a str>,
}

/// Reads a parameter's hint.
///
/// # Errors
///
/// The part of it that is no row of the table.
pub(super) fn read(hint: &Hint) -> Result<Read<'_>, Refusal> {
    let mut reader = Reader { description: None, constraints: Vec::new() };
    let schema = reader.schema(hint, true)?;
    Ok(Read { schema, description: reader.description, constraints: reader.constraints })
}

struct Reader<'a> {
    description: Option<&'a str>,
    constraints: Vec<&'a str>,
}

impl<'a> Reader<'a> {
    /// `outer` while nothing but `Annotated` and `None` stands around the hint.
    fn schema(&mut self, hint: &'a Hint, outer: bool) -> Result<Schema, Refusal> {
        match hint {
            Hint::Str => Ok(Schema::String),
            Hint::Int => Ok(Schema::Integer(None)),
            Hint::Float => Ok(Schema::Number { single: false }),
            Hint::Bool => Ok(Schema::Boolean),
            Hint::List { items: None } => Ok(Schema::Array(None)),
            Hint::List { items: Some(items) } => Ok(Schema::Array(Some(self.schema(items, false)?.into()))),
            Hint::Dict { keys, values } => {
                if keys.as_ref().is_some_and(|keys| !is_text(keys)) {
                    return Err(refusal(
                        "a dict whose keys are no strings, and JSON has no other",
                        "write `dict[str, X]`",
                    ));
                }
                match values.as_deref() {
                    // Any value at all is what a plain `dict` says.
                    None | Some(Hint::Other { family: Family::Any, .. }) => Ok(Schema::Object(None)),
                    Some(values) => Ok(Schema::Object(Some(self.schema(values, false)?.into()))),
                }
            }
            Hint::Union { of } => self.union(of, outer),
            Hint::Literal { values } => literal(values),
            Hint::Annotated { inner, notes } => {
                for note in notes {
                    match note {
                        Note::Text(text) if outer && !text.trim().is_empty() => {
                            self.description.get_or_insert(text.trim());
                        }
                        Note::Text(_) => {}
                        Note::Constraint(constraint) => self.constraints.push(constraint),
                    }
                }
                self.schema(inner, outer)
            }
            Hint::None => Err(refusal("`None` and nothing else", "write `X | None`, or leave the parameter out")),
            Hint::Context => Err(refusal("the context inside another type", "write `ToolContext` alone")),
            Hint::Unresolved { text, message } => Err(refusal(
                &format!("`{text}`, which Python cannot read ({message})"),
                &format!("import what it names, or write {ACCEPTED}"),
            )),
            Hint::Other { text, family, instead } => Err(other(text, *family, instead.as_deref())),
        }
    }

    fn union(&mut self, of: &'a [Hint], outer: bool) -> Result<Schema, Refusal> {
        let mut parts = of.iter().filter(|part| **part != Hint::None);
        let null = of.contains(&Hint::None);
        match (parts.next(), parts.next()) {
            (Some(only), None) => Ok(match self.schema(only, outer)? {
                inner if null && !matches!(inner, Schema::Nullable(_)) => Schema::Nullable(inner.into()),
                inner => inner,
            }),
            (None, _) => self.schema(&Hint::None, outer),
            _ => Err(refusal(
                "a choice between several types",
                "write one of them, `X | None` at most, or make a parameter of each",
            )),
        }
    }
}

/// Whether it is `str`, whatever `Annotated` says about it.
fn is_text(hint: &Hint) -> bool {
    match hint {
        Hint::Annotated { inner, .. } => is_text(inner),
        other => *other == Hint::Str,
    }
}

fn literal(values: &[Value]) -> Result<Schema, Refusal> {
    let mut null = false;
    let mut kept = Vec::with_capacity(values.len());
    for value in values {
        match value {
            Value::Nothing(_) => null = true,
            Value::String(text) => kept.push(Literal::String(text.clone().into())),
            Value::Boolean(value) => kept.push(Literal::Boolean(*value)),
            Value::Integer(digits) => match digits.parse() {
                Ok(number) => kept.push(Literal::Integer(number)),
                Err(_) => return Err(bad_literal(digits)),
            },
            Value::Other(text) => return Err(bad_literal(text)),
        }
    }
    if kept.is_empty() {
        return Err(refusal("a `Literal` without a value", "write the values it may have: `Literal[\"a\", \"b\"]`"));
    }
    let schema = Schema::Enum(kept.into());
    Ok(if null { Schema::Nullable(schema.into()) } else { schema })
}

fn bad_literal(value: &str) -> Refusal {
    refusal(
        &format!("a `Literal` with the value `{value}`"),
        "write strings, whole numbers of up to 38 digits, `True`, `False` or `None` in it",
    )
}

fn other(text: &str, family: Family, literal: Option<&str>) -> Refusal {
    let (wrong, instead) = match family {
        Family::Any => ("which says nothing about the value", format!("write the type it takes: {ACCEPTED}")),
        Family::Bytes => ("and JSON has no bytes", "write `str` and decode it in the function".to_owned()),
        Family::Tuple => ("and JSON has no tuples", "write `list[X]`, or one parameter for each part".to_owned()),
        Family::Set => ("and JSON has no sets", "write `list[X]`".to_owned()),
        Family::Enum => ("an enum", format!("write `{}`", literal.unwrap_or("Literal[...]"))),
        Family::Record => {
            ("an object with members of its own", "write one parameter for each member, or `dict[str, X]`".to_owned())
        }
        Family::Recursive => {
            ("a type that contains itself, and a schema has an end", "write `dict` or `list` there".to_owned())
        }
        Family::Class => ("a class, which no JSON value is", format!("write {ACCEPTED}")),
        Family::Other => ("which is none of the accepted types", format!("write {ACCEPTED}")),
    };
    refusal(&format!("`{text}`, {wrong}"), &instead)
}

fn refusal(what: &str, instead: &str) -> Refusal {
    Refusal { what: what.to_owned(), instead: instead.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use toolkit::rules::schema::schema_text;

    fn read_json(hint: &str) -> Result<(String, bool), String> {
        let hint: Hint = serde_json::from_str(hint).expect("a hint as the loader writes it");
        match read(&hint) {
            Ok(read) => Ok((schema_text(&read.schema), matches!(read.schema, Schema::Nullable(_)))),
            Err(refusal) => Err(format!("{}; {}", refusal.what, refusal.instead)),
        }
    }

    #[test]
    fn every_row_of_the_table_is_a_schema() {
        for (hint, schema, null) in [
            (r#"{"is":"str"}"#, r#"{"type":"string"}"#, false),
            (r#"{"is":"int"}"#, r#"{"type":"integer"}"#, false),
            (r#"{"is":"float"}"#, r#"{"type":"number"}"#, false),
            (r#"{"is":"bool"}"#, r#"{"type":"boolean"}"#, false),
            (r#"{"is":"list","items":null}"#, r#"{"type":"array"}"#, false),
            (
                r#"{"is":"list","items":{"is":"union","of":[{"is":"list","items":{"is":"int"}},{"is":"none"}]}}"#,
                r#"{"type":"array","items":{"type":"array","items":{"type":"integer"}}}"#,
                false,
            ),
            (r#"{"is":"dict","keys":null,"values":null}"#, r#"{"type":"object"}"#, false),
            (
                r#"{"is":"dict","keys":{"is":"str"},"values":{"is":"float"}}"#,
                r#"{"type":"object","additionalProperties":{"type":"number"}}"#,
                false,
            ),
            (
                r#"{"is":"dict","keys":{"is":"str"},"values":{"is":"other","text":"Any","family":"any","instead":null}}"#,
                r#"{"type":"object"}"#,
                false,
            ),
            (r#"{"is":"union","of":[{"is":"none"},{"is":"int"}]}"#, r#"{"type":"integer"}"#, true),
            (
                r#"{"is":"annotated","inner":{"is":"union","of":[{"is":"int"},{"is":"none"}]},"notes":[]}"#,
                r#"{"type":"integer"}"#,
                true,
            ),
            (
                r#"{"is":"union","of":[{"is":"annotated","inner":{"is":"literal","values":[{"string":"a"},{"none":true}]},"notes":[]},{"is":"none"}]}"#,
                r#"{"type":"string","enum":["a"]}"#,
                true,
            ),
            (
                r#"{"is":"literal","values":[{"string":"a"},{"integer":"1"},{"boolean":true}]}"#,
                r#"{"enum":["a",1,true]}"#,
                false,
            ),
        ] {
            assert_eq!(read_json(hint), Ok((schema.to_owned(), null)), "{hint}");
        }
    }

    #[test]
    fn everything_else_says_what_to_write() {
        for (hint, says) in [
            (r#"{"is":"none"}"#, "`None` and nothing else; write `X | None`, or leave the parameter out"),
            (
                r#"{"is":"union","of":[{"is":"int"},{"is":"str"},{"is":"none"}]}"#,
                "a choice between several types; write one of them, `X | None` at most, or make a parameter of each",
            ),
            (
                r#"{"is":"dict","keys":{"is":"int"},"values":{"is":"str"}}"#,
                "a dict whose keys are no strings, and JSON has no other; write `dict[str, X]`",
            ),
            (
                r#"{"is":"literal","values":[{"none":true}]}"#,
                "a `Literal` without a value; write the values it may have: `Literal[\"a\", \"b\"]`",
            ),
            (
                r#"{"is":"literal","values":[{"other":"1.5"}]}"#,
                "a `Literal` with the value `1.5`; write strings, whole numbers of up to 38 digits, `True`, `False` or `None` in it",
            ),
            (
                r#"{"is":"list","items":{"is":"other","text":"tuple[int, int]","family":"tuple","instead":null}}"#,
                "`tuple[int, int]`, and JSON has no tuples; write `list[X]`, or one parameter for each part",
            ),
            (
                r#"{"is":"other","text":"_Spot","family":"record","instead":null}"#,
                "`_Spot`, an object with members of its own; write one parameter for each member, or `dict[str, X]`",
            ),
            (
                r#"{"is":"other","text":"_Shade","family":"enum","instead":null}"#,
                "`_Shade`, an enum; write `Literal[...]`",
            ),
        ] {
            assert_eq!(read_json(hint), Err(says.to_owned()), "{hint}");
        }
    }

    #[test]
    fn the_outermost_description_counts_and_every_constraint_is_kept() {
        let hint: Hint = serde_json::from_str(
            r#"{"is":"annotated","notes":[{"constraint":"Ge(ge=1)"},{"text":" How many. "},{"text":"Later."}],
                "inner":{"is":"list","items":{"is":"annotated","inner":{"is":"int"},"notes":[{"text":"inside"},{"constraint":"Le(le=9)"}]}}}"#,
        )
        .expect("a hint as the loader writes it");
        let read = read(&hint).expect("a list of integers");
        assert_eq!(read.description, Some("How many."));
        assert_eq!(read.constraints, ["Ge(ge=1)", "Le(le=9)"]);
    }
}
