//! What a Rust tool returns, as an outcome: any `Serialize`, `()`, and `Result` of these with any error that can be
//! displayed.
//!
//! The kinds of results overlap, so the expansion asks for them by method lookup, most particular first; see
//! [`Returned`]. Panics are not caught here: whoever runs the tool does that.

use crate::{
    error::Failure,
    finite,
    outcome::{Answer, Outcome},
};
use serde::Serialize;
use std::{
    any::type_name,
    borrow::Cow,
    fmt::{self, Display},
};

/// A failure of a type that the tool names.
///
/// ```
/// use toolkit::ToolError;
///
/// fn read(path: &str) -> Result<String, ToolError> {
///     Err(ToolError::new("FileNotFoundError", format!("`{path}` does not exist; list the directory first")))
/// }
/// # assert_eq!(read("a").unwrap_err().to_string(), "`a` does not exist; list the directory first");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolError {
    kind: Cow<'static, str>,
    message: Cow<'static, str>,
}

impl ToolError {
    /// A failure that the model reads as `<kind>: <message>`.
    pub fn new(kind: impl Into<Cow<'static, str>>, message: impl Into<Cow<'static, str>>) -> Self {
        Self { kind: kind.into(), message: message.into() }
    }
}

impl Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ToolError {}

/// An error that says what its type is called; of all others the last part of the type's name is taken.
///
/// ```
/// use std::{borrow::Cow, fmt};
///
/// enum Refused { Closed, Full }
///
/// impl fmt::Display for Refused {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         f.write_str("come back tomorrow")
///     }
/// }
///
/// impl toolkit::ErrorType for Refused {
///     fn error_type(&self) -> Cow<'static, str> {
///         match self { Self::Closed => "ClosedError", Self::Full => "FullError" }.into()
///     }
/// }
/// ```
pub trait ErrorType: Display {
    /// What the model reads before the message: `ValueError`.
    fn error_type(&self) -> Cow<'static, str>;
}

impl ErrorType for ToolError {
    fn error_type(&self) -> Cow<'static, str> {
        self.kind.clone()
    }
}

/// Errors that are only a text, or hide what they are.
macro_rules! plain_errors {
    ($([$($generics:tt)*] $type:ty;)*) => {$(
        impl<$($generics)*> ErrorType for $type {
            fn error_type(&self) -> Cow<'static, str> {
                Cow::Borrowed("Error")
            }
        }
    )*};
}

plain_errors! {
    [] String;
    [] &str;
    [] Cow<'_, str>;
    [E: Display + ?Sized] Box<E>;
    [E: Display + ?Sized] std::sync::Arc<E>;
    [E: Display + ?Sized] std::rc::Rc<E>;
}

/// The last part of a type's name, without what it is generic over.
fn last_part<T: ?Sized>() -> &'static str {
    let name = type_name::<T>();
    let bare = name.split('<').next().unwrap_or(name);
    bare.rsplit("::").next().unwrap_or(bare)
}

/// What a tool returned, before anyone knows what it is.
///
/// `(&&&&&Returned(value)).answer()` finds the first of these that fits: a `Result` whose error names its type, one
/// whose error can be displayed, any other `Result`, a value, anything else. The third and the last do not compile
/// and say what is missing.
pub struct Returned<T>(pub T);

/// See [`Returned`].
pub trait Answers {
    /// The outcome of the call.
    fn answer(&self) -> Outcome;
}

impl<T: Serialize, E: ErrorType> Answers for &&&&Returned<Result<T, E>> {
    fn answer(&self) -> Outcome {
        match &self.0 {
            Ok(value) => answer(value),
            Err(error) => Err(Failure::new(error.error_type(), error.to_string())),
        }
    }
}

impl<T: Serialize, E: Display> Answers for &&&Returned<Result<T, E>> {
    fn answer(&self) -> Outcome {
        match &self.0 {
            Ok(value) => answer(value),
            Err(error) => Err(Failure::new(last_part::<E>(), error.to_string())),
        }
    }
}

impl<T: Serialize> Answers for &Returned<T> {
    fn answer(&self) -> Outcome {
        answer(&self.0)
    }
}

/// See [`Returned`].
pub trait FailsToAnswer<T, E> {
    /// The outcome of the call, if it had one.
    ///
    /// # Errors
    ///
    /// Always; no program gets here.
    fn answer(&self) -> Outcome
    where
        T: Serialize,
        E: Display;
}

impl<T, E> FailsToAnswer<T, E> for &&Returned<Result<T, E>> {
    fn answer(&self) -> Outcome
    where
        T: Serialize,
        E: Display,
    {
        Answers::answer(&&&&self.0.as_ref().map_or_else(|error| Returned(Err(error)), |value| Returned(Ok(value))))
    }
}

/// See [`Returned`].
pub trait FailsToSerialize<T> {
    /// The outcome of the call, if it had one.
    ///
    /// # Errors
    ///
    /// Always; no program gets here.
    fn answer(&self) -> Outcome
    where
        T: Serialize;
}

impl<T> FailsToSerialize<T> for Returned<T> {
    fn answer(&self) -> Outcome
    where
        T: Serialize,
    {
        answer(&self.0)
    }
}

/// A value as compact JSON.
fn answer<T: Serialize + ?Sized>(value: &T) -> Outcome {
    let json = serde_json::to_string(value)
        .map_err(|error| Failure::new("TypeError", format!("the result cannot be written as JSON: {error}")))?;
    // serde_json writes what is no finite number as `null`, so only a text that holds one is looked through.
    if json.contains("null")
        && let Some(found) = finite::first_exception(value)
    {
        return Err(Failure::new("ValueError", found));
    }
    Ok(Answer { json })
}
