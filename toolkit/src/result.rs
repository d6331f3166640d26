//! What a Rust tool returns, as an outcome: any `Serialize`, `Json` of a type with a schema, media, and `Result` of these
//! with any error that can be displayed.
//!
//! The kinds of results overlap, so the expansion asks for them by method lookup, most particular first; see
//! [`returned`]. Panics are not caught here: whoever runs the tool does that.

mod failed;
mod json;

use crate::{
    content::{Audio, Block, Content, Image, Resource},
    error::Failure,
    finite,
    outcome::{Answer, Form, Outcome},
};
pub use failed::{Boxed, ErrorType, ToolError};
use failed::{chain, failure, hidden, last_part};
pub use json::{Json, OutputOf, OutputType, SaysNothing};
use serde::Serialize;
use serde_json::{Map, Value, value::RawValue};
use std::{convert::Infallible, error::Error, fmt::Display, ops::Deref};

/// What a tool may return when all went well. `Form` is how it is written; each type has one, which the compiler finds.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no result of a tool",
    label = "no tool can return this",
    note = "derive `serde::Serialize` for it, or return one of `Json<T>`, `Image`, `Audio`, `Resource`, `Vec<Content>`; `Json` stands around the whole result"
)]
pub trait Success<Form> {
    /// The outcome of the call.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    fn answer(&self) -> Outcome;
}

/// Any value, as JSON.
pub struct AsValue;
/// Blocks of content.
pub struct AsContent;
/// What was an answer already.
pub struct AsItIs;

impl<T: Serialize> Success<AsValue> for T {
    fn answer(&self) -> Outcome {
        value(self)
    }
}

impl Success<AsItIs> for Answer {
    fn answer(&self) -> Outcome {
        let json = self.json.trim();
        let fits = match self.form {
            Form::Plain => serde_json::from_str::<&RawValue>(json).map(drop),
            Form::Content if json.starts_with('[') => serde_json::from_str::<Vec<Map<String, Value>>>(json).map(drop),
            Form::Content => serde_json::from_str::<Map<String, Value>>(json).map(drop),
        };
        fits.map_err(|error| Failure::new("TypeError", format!("the answer is not the JSON that it says: {error}")))?;
        Ok(Answer { json: on_one_line(json.to_owned()), form: self.form })
    }
}

macro_rules! media {
    ($($type:ty)*) => {$(
        impl Success<AsContent> for $type {
            fn answer(&self) -> Outcome {
                let mut json = String::new();
                written(self, &mut json)?;
                Ok(Answer::content(json))
            }
        }
    )*};
}

media! { Image Audio Resource Content }

impl<T: Block> Success<AsContent> for Vec<T> {
    fn answer(&self) -> Outcome {
        let mut json = String::from("[");
        for (at, block) in self.iter().enumerate() {
            if at > 0 {
                json.push(',');
            }
            written(block, &mut json)?;
        }
        json.push(']');
        Ok(Answer::content(json))
    }
}

fn written(block: &impl Block, json: &mut String) -> Result<(), Failure> {
    block.write(json).map_err(|message| Failure::new("ValueError", message))
}

/// A value as compact JSON.
fn value<T: Serialize + ?Sized>(value: &T) -> Outcome {
    let json = serde_json::to_string(value)
        .map_err(|error| Failure::new("TypeError", format!("the result cannot be written as JSON: {error}")))?;
    // serde_json writes what is no finite number as `null`, so only a text that holds one is looked through.
    if json.contains("null")
        && let Some(found) = finite::first_exception(value)
    {
        return Err(Failure::new("ValueError", found));
    }
    Ok(Answer::value(on_one_line(json)))
}

/// What was JSON already may be on several lines, and an answer is on one. Inside texts an end of a line is an escape.
fn on_one_line(json: String) -> String {
    if json.contains(['\n', '\r']) { json.replace(['\n', '\r'], " ") } else { json }
}

/// What a tool returned, before anyone knows what it is; see [`returned`].
pub struct Returned<T>(Named<T>);

macro_rules! steps {
    ($($step:ident > $next:ident;)*) => {$(
        /// See [`returned`].
        pub struct $step<T>($next<T>);
    )*};
}

macro_rules! down {
    ($($step:ident > $next:ident;)*) => {$(
        impl<T> Deref for $step<T> {
            type Target = $next<T>;
            fn deref(&self) -> &$next<T> {
                &self.0
            }
        }
    )*};
}

steps! {
    Named > Hidden;
    Hidden > InBox;
    InBox > Typed;
    Typed > Shown;
    Shown > Schemaless;
    Schemaless > Unshown;
    Unshown > Plain;
    Plain > Unknown;
}

down! {
    Returned > Named;
    Named > Hidden;
    Hidden > InBox;
    InBox > Typed;
    Typed > Shown;
    Shown > Schemaless;
    Schemaless > Unshown;
    Unshown > Plain;
    Plain > Unknown;
}

/// See [`returned`].
pub struct Unknown<T> {
    value: T,
}

/// What a tool returned, before anyone knows what it is.
///
/// `returned(value).answer()` looks for a method called `answer` that fits, step by step down the wrappers:
///
/// | wrapper | fits | the failure is called |
/// |---|---|---|
/// | `Returned` | a `Result` whose error names its type and has causes | what it says |
/// | `Named` | a `Result` whose error names its type | what it says |
/// | `Hidden` | a `Result` of `anyhow`'s kind of error, or a box that threads share | `Error` |
/// | `InBox` | a `Result` of another box | `Error` |
/// | `Typed` | a `Result` of any other error | the last part of the type's name |
/// | `Shown` | a `Result` of what can be displayed | the last part of the type's name |
/// | `Schemaless` | any other [`Json`], alone or in a `Result`; does not compile, and says what is missing | |
/// | `Unshown` | any other `Result`; does not compile, and says what is missing | |
/// | `Plain` | what is written in one of the ways above | |
/// | `Unknown` | anything else; does not compile, and says what is missing | |
pub fn returned<T>(value: T) -> Returned<T> {
    Returned(Named(Hidden(InBox(Typed(Shown(Schemaless(Unshown(Plain(Unknown { value })))))))))
}

/// See [`returned`].
pub trait Answers<Form> {
    /// The outcome of the call.
    ///
    /// # Errors
    ///
    /// The tool's own, and results that cannot be written.
    fn answer(&self) -> Outcome;
}

macro_rules! results {
    ($($step:ident<$error:ident: $($bound:path),+> => $failure:expr;)*) => {$(
        impl<Form, T: Success<Form>, $error: $($bound +)+> Answers<Form> for $step<Result<T, $error>> {
            fn answer(&self) -> Outcome {
                let failure: fn(&$error) -> Failure = $failure;
                match &self.value {
                    Ok(value) => value.answer(),
                    Err(error) => Err(failure(error)),
                }
            }
        }
    )*};
}

results! {
    Returned<E: ErrorType, Error> => |error| failure(error.error_type(), chain(error.to_string(), error.source()));
    Named<E: ErrorType> => |error| failure(error.error_type(), error.to_string());
    Hidden<E: AsRef<dyn Error + Send + Sync>> => |error| hidden(error.as_ref());
    InBox<E: Boxed> => |error| hidden(error.unboxed());
    Typed<E: Error> => |error| failure(last_part::<E>(), chain(error.to_string(), error.source()));
    Shown<E: Display> => |error| failure(last_part::<E>(), error.to_string());
}

impl<Form, T: Success<Form>> Answers<Form> for Plain<T> {
    fn answer(&self) -> Outcome {
        self.value.answer()
    }
}

/// See [`returned`].
pub trait FailsToSaySchema<T, E> {
    /// The outcome of the call, if it had one.
    ///
    /// # Errors
    ///
    /// Always; no program gets here.
    fn answer(&self) -> Outcome
    where
        T: OutputType,
        E: Display;
}

impl<T> FailsToSaySchema<T, Infallible> for Schemaless<Json<T>> {
    fn answer(&self) -> Outcome
    where
        T: OutputType,
    {
        self.value.answer()
    }
}

impl<T, E> FailsToSaySchema<T, E> for Schemaless<Result<Json<T>, E>> {
    fn answer(&self) -> Outcome
    where
        T: OutputType,
        E: Display,
    {
        self.value.as_ref().map_or_else(|error| Err(Failure::new("Error", error.to_string())), Success::answer)
    }
}

/// See [`returned`].
pub trait FailsToAnswer<T, E, Form> {
    /// The outcome of the call, if it had one.
    ///
    /// # Errors
    ///
    /// Always; no program gets here.
    fn answer(&self) -> Outcome
    where
        T: Success<Form>,
        E: Display;
}

impl<T, E, Form> FailsToAnswer<T, E, Form> for Unshown<Result<T, E>> {
    fn answer(&self) -> Outcome
    where
        T: Success<Form>,
        E: Display,
    {
        self.value.as_ref().map_or_else(|error| Err(Failure::new("Error", error.to_string())), Success::answer)
    }
}

/// See [`returned`].
pub trait FailsToSerialize<T, Form> {
    /// The outcome of the call, if it had one.
    ///
    /// # Errors
    ///
    /// Always; no program gets here.
    fn answer(&self) -> Outcome
    where
        T: Success<Form>;
}

impl<T, Form> FailsToSerialize<T, Form> for Unknown<T> {
    fn answer(&self) -> Outcome
    where
        T: Success<Form>,
    {
        self.value.answer()
    }
}
