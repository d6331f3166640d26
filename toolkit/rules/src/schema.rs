//! What a parameter accepts, as const data, and its one rendering as JSON text.
//!
//! The mapping is fixed: SPEC section 4's table has a variant a row, and nothing else can be said. Key order is
//! `type`, then `items` / `additionalProperties` / `properties` / `enum`, then `description`, then `default`.
//! Checking a value against a schema is not done here.

use crate::{Held, Out};

/// The keys of a schema in the order that catalogs have; the names under `properties` keep theirs.
pub const KEYS: [&str; 8] =
    ["type", "items", "additionalProperties", "properties", "enum", "required", "description", "default"];

/// How long an instance of a class or impl block lives. Functions have none and say [`Scope::Call`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Scope {
    /// A fresh instance for every call.
    #[default]
    Call,
    /// One instance for a whole run.
    Run,
}

impl Scope {
    /// The word in a catalog entry.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Call => "call",
            Self::Run => "run",
        }
    }
}

/// The whole numbers a parameter's type can hold, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntRange {
    /// The smallest.
    pub min: i128,
    /// The largest.
    pub max: u128,
}

/// One value of an enum.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// A string.
    String(Held<str>),
    /// A whole number.
    Integer(i128),
    /// `true` or `false`.
    Boolean(bool),
}

/// What a value must be.
#[derive(Clone, Debug, PartialEq)]
pub enum Schema {
    /// Any JSON value. Only inside `Vec<Value>` and maps of values, where it leaves no trace in the text.
    Any,
    /// A text.
    String,
    /// A text of exactly one character; rendered as any string.
    Char,
    /// `true` or `false`.
    Boolean,
    /// A whole number; `None` has no bounds. The bounds are checked at the call and not rendered.
    Integer(Option<IntRange>),
    /// A finite number; `single` when it must fit an `f32`, which is checked at the call and not rendered.
    Number {
        /// The Rust type is `f32`.
        single: bool,
    },
    /// A list; the schema of its items when there is one.
    Array(Option<Held<Schema>>),
    /// A map from strings; the schema of its values when there is one.
    Object(Option<Held<Schema>>),
    /// One of these values.
    Enum(Held<[Literal]>),
    /// An object with exactly these members.
    Struct(Held<[Param]>),
    /// The inner schema, or `null`; rendered as the inner one.
    Nullable(Held<Schema>),
    /// What a type says in its own words; only as a whole parameter.
    Foreign(Held<Foreign>),
    /// What is not known before the program runs; only as a whole parameter, and nothing is called with it.
    Later,
}

/// The schema of a type that says it itself, and reads values itself.
#[derive(Clone, Debug)]
pub struct Foreign {
    /// The members of the schema that stand before a description, as JSON text without braces.
    pub first: Held<str>,
    /// Those that stand behind a default.
    pub rest: Held<str>,
    /// Whether the type reads this JSON text.
    pub reads: fn(&str) -> Result<(), Misread>,
}

impl PartialEq for Foreign {
    fn eq(&self, other: &Self) -> bool {
        (&self.first, &self.rest) == (&other.first, &other.rest)
    }
}

/// Why a type does not read a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread {
    /// Where in the value: `left.lines[2]`; empty when it is all of it.
    pub place: String,
    /// What is wrong there.
    pub problem: String,
}

/// One parameter of a tool, or one member of a [`Schema::Struct`].
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Its name on the wire.
    pub name: Held<str>,
    /// What it accepts. A `Nullable` at this level is what makes it take `null` as "not given".
    pub schema: Schema,
    /// Whether a call must give it.
    pub required: bool,
    /// What the model reads about it; empty when nothing was written.
    pub description: Held<str>,
    /// The default as JSON text, when it has one.
    pub default: Option<Held<str>>,
    /// When it is not given, hand the tool an explicit `null` (a Python `X | None` without a default).
    pub null_when_absent: bool,
}

const fn share<T: ?Sized>(held: &Option<Held<T>>) -> Option<Held<T>> {
    match held {
        Some(held) => Some(held.share()),
        None => None,
    }
}

impl Param {
    /// The same parameter once more; the `const` form of `clone`, for what the compiler made.
    #[must_use]
    pub const fn share(&self) -> Self {
        Self {
            name: self.name.share(),
            schema: self.schema.share(),
            required: self.required,
            description: self.description.share(),
            default: share(&self.default),
            null_when_absent: self.null_when_absent,
        }
    }
}

impl Schema {
    /// The same schema once more; the `const` form of `clone`, for what the compiler made.
    #[must_use]
    pub const fn share(&self) -> Self {
        match self {
            Self::Any => Self::Any,
            Self::String => Self::String,
            Self::Char => Self::Char,
            Self::Boolean => Self::Boolean,
            Self::Integer(range) => Self::Integer(*range),
            Self::Number { single } => Self::Number { single: *single },
            Self::Array(items) => Self::Array(share(items)),
            Self::Object(values) => Self::Object(share(values)),
            Self::Enum(values) => Self::Enum(values.share()),
            Self::Struct(members) => Self::Struct(members.share()),
            Self::Nullable(inner) => Self::Nullable(inner.share()),
            Self::Foreign(foreign) => Self::Foreign(foreign.share()),
            Self::Later => Self::Later,
        }
    }

    /// Writes the JSON Schema, without the braces' end so that a property's own keys can follow; `false` when
    /// nothing was written yet.
    const fn members(&self, side: Side, out: &mut Out<'_>) -> bool {
        match self {
            Self::Any | Self::Later => return false,
            Self::Foreign(foreign) => {
                out.text(foreign.get().first.get());
                return !foreign.get().first.get().is_empty();
            }
            Self::String | Self::Char => out.text(r#""type":"string""#),
            Self::Boolean => out.text(r#""type":"boolean""#),
            Self::Integer(_) => out.text(r#""type":"integer""#),
            Self::Number { .. } => out.text(r#""type":"number""#),
            Self::Array(items) => {
                out.text(r#""type":"array""#);
                if let Some(items) = items
                    && !items.get().says_nothing()
                {
                    out.text(r#","items":"#);
                    items.get().written(side, out);
                }
            }
            Self::Object(values) => {
                out.text(r#""type":"object""#);
                if let Some(values) = values
                    && !values.get().says_nothing()
                {
                    out.text(r#","additionalProperties":"#);
                    values.get().written(side, out);
                }
            }
            Self::Enum(values) => {
                let values = values.get();
                if let Some(word) = shared_type(values) {
                    out.text(r#""type":""#);
                    out.text(word);
                    out.text(r#"","#);
                }
                out.text(r#""enum":["#);
                let mut i = 0;
                while i < values.len() {
                    if i > 0 {
                        out.byte(b',');
                    }
                    match &values[i] {
                        Literal::String(text) => out.json(text.get()),
                        Literal::Integer(number) => out.integer(*number),
                        Literal::Boolean(true) => out.text("true"),
                        Literal::Boolean(false) => out.text("false"),
                    }
                    i += 1;
                }
                out.byte(b']');
            }
            Self::Struct(members) => object_members(members.get(), side, out),
            Self::Nullable(inner) => match side {
                Side::Output if !inner.get().says_nothing() => {
                    out.text(r#""anyOf":["#);
                    inner.get().written(side, out);
                    out.text(r#",{"type":"null"}]"#);
                }
                _ => return inner.get().members(side, out),
            },
        }
        true
    }

    /// Writes the JSON Schema of what is taken.
    pub const fn write(&self, out: &mut Out<'_>) {
        self.written(Side::Input, out);
    }

    /// Writes the JSON Schema of what is given back: `null` is one of the values where it may come, and there are no
    /// defaults.
    pub const fn write_output(&self, out: &mut Out<'_>) {
        self.written(Side::Output, out);
    }

    const fn written(&self, side: Side, out: &mut Out<'_>) {
        out.byte(b'{');
        let some = self.members(side, out);
        self.rest(some, out);
        out.byte(b'}');
    }

    /// Writes what stands behind the keys of a property; `some` when there are any.
    const fn rest(&self, some: bool, out: &mut Out<'_>) {
        match self {
            Self::Nullable(inner) => inner.get().rest(some, out),
            Self::Foreign(foreign) => {
                let rest = foreign.get().rest.get();
                if some && !rest.is_empty() {
                    out.byte(b',');
                }
                out.text(rest);
            }
            _ => {}
        }
    }

    /// Whether it is not known before the program runs.
    #[must_use]
    pub const fn is_later(&self) -> bool {
        matches!(self, Self::Later)
    }

    /// Whether every value is an object.
    #[must_use]
    pub const fn is_object(&self) -> bool {
        matches!(self, Self::Object(_) | Self::Struct(_))
    }

    const fn says_nothing(&self) -> bool {
        match self {
            Self::Any => true,
            Self::Nullable(inner) => inner.get().says_nothing(),
            _ => false,
        }
    }
}

/// The JSON Schema type that all values have, if they have one.
const fn shared_type(values: &[Literal]) -> Option<&'static str> {
    let mut shared: Option<u8> = None;
    let mut i = 0;
    while i < values.len() {
        let kind = match &values[i] {
            Literal::String(_) => 0,
            Literal::Integer(_) => 1,
            Literal::Boolean(_) => 2,
        };
        match shared {
            Some(other) if other != kind => return None,
            _ => shared = Some(kind),
        }
        i += 1;
    }
    match shared {
        Some(0) => Some("string"),
        Some(1) => Some("integer"),
        Some(_) => Some("boolean"),
        None => None,
    }
}

/// Which way a value goes. What may be left out is not required of a caller, who reads its type alone; in a result it
/// may be `null`.
#[derive(Clone, Copy)]
enum Side {
    Input,
    Output,
}

const fn object_members(params: &[Param], side: Side, out: &mut Out<'_>) {
    out.text(r#""type":"object","properties":{"#);
    let mut i = 0;
    while i < params.len() {
        let param = &params[i];
        if i > 0 {
            out.byte(b',');
        }
        out.json(param.name.get());
        out.text(":{");
        let mut some = param.schema.members(side, out);
        if !param.description.get().is_empty() {
            if some {
                out.byte(b',');
            }
            out.text(r#""description":"#);
            out.json(param.description.get());
            some = true;
        }
        if let (Some(default), Side::Input) = (&param.default, side) {
            if some {
                out.byte(b',');
            }
            out.text(r#""default":"#);
            out.text(default.get());
            some = true;
        }
        param.schema.rest(some, out);
        out.byte(b'}');
        i += 1;
    }
    out.text(r#"},"required":["#);
    let mut i = 0;
    let mut some = false;
    while i < params.len() {
        if params[i].required {
            if some {
                out.byte(b',');
            }
            out.json(params[i].name.get());
            some = true;
        }
        i += 1;
    }
    out.byte(b']');
}

/// Writes a tool's input schema: `{"type":"object","properties":{..},"required":[..]}`, parameters in order.
pub const fn write_input_schema(params: &[Param], out: &mut Out<'_>) {
    out.byte(b'{');
    object_members(params, Side::Input, out);
    out.byte(b'}');
}

/// Writes a catalog entry: `{"name":..,"description":..,"input_schema":{..},"scope":..}`.
pub const fn write_entry(name: &str, description: &str, params: &[Param], scope: Scope, out: &mut Out<'_>) {
    out.text(r#"{"name":"#);
    out.json(name);
    out.text(r#","description":"#);
    out.json(description);
    out.text(r#","input_schema":"#);
    write_input_schema(params, out);
    out.text(r#","scope":""#);
    out.text(scope.word());
    out.text(r#""}"#);
}

/// One schema as JSON text, at run time.
#[must_use]
pub fn schema_text(schema: &Schema) -> String {
    crate::out::rendered(|out| schema.write(out))
}

/// The schema of a result as JSON text, at run time.
#[must_use]
pub fn output_text(schema: &Schema) -> String {
    crate::out::rendered(|out| schema.write_output(out))
}

/// A tool's input schema as JSON text, at run time.
#[must_use]
pub fn input_schema(params: &[Param]) -> String {
    crate::out::rendered(|out| write_input_schema(params, out))
}

/// A catalog entry as JSON text, at run time.
#[must_use]
pub fn entry(name: &str, description: &str, params: &[Param], scope: Scope) -> String {
    crate::out::rendered(|out| write_entry(name, description, params, scope, out))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn param(name: &'static str, schema: Schema) -> Param {
        Param {
            name: Held::Static(name),
            schema,
            required: true,
            description: Held::Static(""),
            default: None,
            null_when_absent: false,
        }
    }

    #[test]
    fn every_variant_renders_as_its_row_of_the_table() {
        let integer = || Held::Static(&Schema::Integer(None));
        for (schema, json) in [
            (Schema::Any, "{}"),
            (Schema::String, r#"{"type":"string"}"#),
            (Schema::Char, r#"{"type":"string"}"#),
            (Schema::Boolean, r#"{"type":"boolean"}"#),
            (Schema::Integer(Some(IntRange { min: 0, max: 255 })), r#"{"type":"integer"}"#),
            (Schema::Number { single: true }, r#"{"type":"number"}"#),
            (Schema::Array(None), r#"{"type":"array"}"#),
            (Schema::Array(Some(Held::Static(&Schema::Any))), r#"{"type":"array"}"#),
            (Schema::Array(Some(integer())), r#"{"type":"array","items":{"type":"integer"}}"#),
            (Schema::Array(Some(Schema::Nullable(integer()).into())), r#"{"type":"array","items":{"type":"integer"}}"#),
            (Schema::Object(None), r#"{"type":"object"}"#),
            (Schema::Object(Some(integer())), r#"{"type":"object","additionalProperties":{"type":"integer"}}"#),
            (Schema::Enum(vec![Literal::String("a".to_owned().into())].into()), r#"{"type":"string","enum":["a"]}"#),
            (Schema::Enum(vec![Literal::Integer(1), Literal::Boolean(true)].into()), r#"{"enum":[1,true]}"#),
            (Schema::Nullable(integer()), r#"{"type":"integer"}"#),
            (
                Schema::Struct(vec![param("a", Schema::String)].into()),
                r#"{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}"#,
            ),
        ] {
            assert_eq!(schema_text(&schema), json, "{schema:?}");
        }
    }

    #[test]
    fn a_result_may_be_null_where_a_caller_may_leave_it_out() {
        let text = || Schema::Nullable(Held::Static(&Schema::String));
        let left_out = Param { default: Some(Held::Static("null")), required: false, ..param("b", text()) };
        for (schema, json) in [
            (text(), r#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#),
            (Schema::Nullable(Held::Static(&Schema::Any)), "{}"),
            (
                Schema::Array(Some(text().into())),
                r#"{"type":"array","items":{"anyOf":[{"type":"string"},{"type":"null"}]}}"#,
            ),
            (
                Schema::Struct(vec![param("a", Schema::Boolean), left_out].into()),
                concat!(
                    r#"{"type":"object","properties":{"a":{"type":"boolean"},"#,
                    r#""b":{"anyOf":[{"type":"string"},{"type":"null"}]}},"required":["a"]}"#
                ),
            ),
        ] {
            assert_eq!(output_text(&schema), json, "{schema:?}");
        }
    }

    #[test]
    fn what_the_compiler_made_is_shared_as_it_is() {
        static LIST: Schema = Schema::Array(Some(Held::Static(&Schema::Any)));
        for schema in [
            Schema::Number { single: true },
            Schema::Nullable(Held::Static(&LIST)),
            Schema::Object(None),
            Schema::Enum(Held::Static(&[])),
            Schema::Struct(Held::Static(&[])),
        ] {
            let shared = param("a", schema).share();
            assert_eq!(shared, shared.clone());
            assert_eq!(shared.schema, shared.schema.share());
        }
    }

    #[test]
    fn a_type_with_words_of_its_own_is_written_around_the_description() {
        let foreign = |first: &'static str, rest: &'static str| Foreign {
            first: Held::Static(first),
            rest: Held::Static(rest),
            reads: |_| Ok(()),
        };
        let param = |schema| Param { description: Held::Static("Where."), ..param("a", schema) };
        for (schema, json) in [
            (
                foreign(r#""type":"string""#, r#""format":"date""#),
                r#"{"type":"string","description":"Where.","format":"date"}"#,
            ),
            (foreign("", r#""anyOf":[]"#), r#"{"description":"Where.","anyOf":[]}"#),
            (foreign("", ""), r#"{"description":"Where."}"#),
        ] {
            let schema = Schema::Nullable(Schema::Foreign(schema.into()).into());
            let text = input_schema(&[param(schema)]);
            assert_eq!(text, format!(r#"{{"type":"object","properties":{{"a":{json}}},"required":["a"]}}"#));
        }
    }

    #[test]
    fn a_property_says_type_then_description_then_default() {
        const PARAMS: &[Param] = &[
            param("a", Schema::String),
            Param {
                name: Held::Static("b"),
                schema: Schema::Array(None),
                required: false,
                description: Held::Static("Some \"text\"."),
                default: Some(Held::Static("[]")),
                null_when_absent: false,
            },
        ];
        const TEXT: &str = crate::const_text!(|out| write_entry("t__f", "Do.", PARAMS, Scope::Run, out));
        assert_eq!(
            TEXT,
            concat!(
                r#"{"name":"t__f","description":"Do.","input_schema":{"type":"object","properties":{"a":{"type":"string"},"#,
                r#""b":{"type":"array","description":"Some \"text\".","default":[]}},"required":["a"]},"scope":"run"}"#
            )
        );
        assert_eq!(entry("t__f", "Do.", PARAMS, Scope::Run), TEXT, "the compiler and the run agree");
    }
}
