//! What expansions of `#[derive(ToolType)]` call: the members of a struct, and the numbers of an enum. Which they are
//! is the macro's to find out; nothing here looks at a type.

use serde::de::{Deserializer, Error, Unexpected, Visitor};
use std::fmt;
use toolkit_rules::{Held, Literal, Param, Schema};

/// A member of a struct; `required` is whether serde asks for it.
#[must_use]
pub const fn member(name: &'static str, description: &'static str, schema: Schema, required: bool) -> Param {
    written(name, description, schema, required, None)
}

/// A member with a default, as JSON text. The compiler has seen that it is one of the type's values.
#[must_use]
pub const fn member_or(name: &'static str, description: &'static str, schema: Schema, default: &'static str) -> Param {
    written(name, description, schema, false, Some(Held::Static(default)))
}

const fn written(
    name: &'static str,
    description: &'static str,
    schema: Schema,
    required: bool,
    default: Option<Held<str>>,
) -> Param {
    Param {
        name: Held::Static(name),
        schema,
        required,
        description: Held::Static(description),
        default,
        null_when_absent: false,
    }
}

/// A variant's name.
#[must_use]
pub const fn word(name: &'static str) -> Literal {
    Literal::String(Held::Static(name))
}

/// The JSON of a default that serde would not read.
///
/// # Panics
///
/// While it compiles.
#[track_caller]
#[must_use]
pub const fn never_given() -> &'static str {
    panic!("serde skips this variant, so no call can give it; write another one")
}

/// Asks whether the value in a newtype must be given.
///
/// # Panics
///
/// While it compiles, when it need not be: serde asks a struct for its newtypes all the same.
#[track_caller]
pub const fn asked_for(required: bool) {
    assert!(
        required,
        "this value may be left out, and serde asks for the newtype around it; write `#[serde(transparent)]` on the type"
    );
}

/// A number, and the value that it stands for.
pub type Numbered<T> = (i128, fn() -> T);

/// Reads the one of these values whose number is there.
///
/// # Errors
///
/// When there is none, or no whole number.
pub fn one_of<'de, D: Deserializer<'de>, T>(deserializer: D, values: &[Numbered<T>]) -> Result<T, D::Error> {
    // The hint is for formats that do not describe themselves; JSON hands over what is written.
    deserializer.deserialize_i64(OneOf(values))
}

struct OneOf<'a, T>(&'a [Numbered<T>]);

impl<T> OneOf<'_, T> {
    fn find<E: Error>(&self, number: i128, found: Unexpected<'_>) -> Result<T, E> {
        let value = self.0.iter().find(|(known, _)| *known == number);
        value.map(|(_, make)| make()).ok_or_else(|| E::invalid_value(found, self))
    }
}

impl<T> Visitor<'_> for OneOf<'_, T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.0.iter().map(|(number, _)| number.to_string()).collect();
        write!(f, "one of {}", numbers.join(", "))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
        self.find(number.into(), Unexpected::Signed(number))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
        self.find(number.into(), Unexpected::Unsigned(number))
    }
}
