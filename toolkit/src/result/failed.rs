//! Errors that tools return, as failures: what each is called, and what its causes were.

use crate::error::Failure;
use std::{
    any::type_name,
    borrow::Cow,
    error::Error,
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
///
/// It keeps its type on its way through `anyhow` and `Box<dyn Error>`.
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

impl Error for ToolError {}

impl From<Failure> for ToolError {
    fn from(failure: Failure) -> Self {
        Self::new(failure.kind, failure.message)
    }
}

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

impl ErrorType for Failure {
    fn error_type(&self) -> Cow<'static, str> {
        self.kind.clone()
    }
}

/// Errors that are only a text.
macro_rules! texts {
    ($($type:ty)*) => {$(
        impl ErrorType for $type {
            fn error_type(&self) -> Cow<'static, str> {
                Cow::Borrowed(NAMELESS)
            }
        }
    )*};
}

texts! { String str Cow<'_, str> }

/// A pointer is called what it points to.
macro_rules! pointers {
    ($($type:ty)*) => {$(
        impl<E: ErrorType + ?Sized> ErrorType for $type {
            fn error_type(&self) -> Cow<'static, str> {
                (**self).error_type()
            }
        }
    )*};
}

pointers! { &E Box<E> std::sync::Arc<E> std::rc::Rc<E> }

/// Boxed errors that are not [`AsRef`] of the one kind of box that `anyhow` is too.
pub trait Boxed {
    /// What is in the box.
    fn unboxed(&self) -> &(dyn Error + 'static);
}

impl Boxed for Box<dyn Error> {
    fn unboxed(&self) -> &(dyn Error + 'static) {
        &**self
    }
}

impl Boxed for Box<dyn Error + Send> {
    fn unboxed(&self) -> &(dyn Error + 'static) {
        &**self
    }
}

/// The type of an error whose own is hidden.
const NAMELESS: &str = "Error";

/// The last part of a type's name, without what it is generic over. A pointer hides what it points to.
pub(super) fn last_part<T: ?Sized>() -> &'static str {
    let name = type_name::<T>();
    let bare = name.split('<').next().unwrap_or(name);
    match bare.rsplit("::").next().unwrap_or(bare) {
        "Box" | "Arc" | "Rc" if bare.starts_with("alloc::") => NAMELESS,
        last if last.starts_with(|c: char| c.is_alphabetic() || c == '_') && !last.contains(' ') => last,
        // `&dyn Display`, `(A, B)`
        _ => NAMELESS,
    }
}

/// A failure of this type with this text. A text that begins with its own type is not given it twice.
pub(super) fn failure(kind: impl Into<Cow<'static, str>>, text: String) -> Failure {
    let kind = kind.into();
    match text.strip_prefix(&*kind).and_then(|rest| rest.strip_prefix(": ")) {
        Some(rest) => Failure::new(kind, rest),
        None => Failure::new(kind, text),
    }
}

/// The failure that an error of a hidden type is: the first of its causes that names a type names it.
pub(super) fn hidden(error: &(dyn Error + 'static)) -> Failure {
    let kind = causes(error).find_map(|cause| {
        let named = cause.downcast_ref::<ToolError>().map(ErrorType::error_type);
        named.or_else(|| cause.downcast_ref::<Failure>().map(ErrorType::error_type))
    });
    failure(kind.unwrap_or(Cow::Borrowed(NAMELESS)), chain(error.to_string(), error.source()))
}

/// A text and those of the causes below it: `outer: inner: root`. A cause that was told already is not told again.
pub(super) fn chain(mut text: String, cause: Option<&(dyn Error + 'static)>) -> String {
    for cause in cause.into_iter().flat_map(causes) {
        // The type of a failure is for the front of a text.
        let told = cause.downcast_ref().map_or_else(|| cause.to_string(), |failure: &Failure| failure.message.clone());
        if text.is_empty() {
            text = told;
        } else if !text.contains(&told) {
            text.push_str(": ");
            text.push_str(&told);
        }
    }
    text
}

/// An error and its causes. One that goes on for ever, or is its own cause, is left after a while.
fn causes<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |error| (*error).source()).take(DEEPEST)
}

const DEEPEST: usize = 32;
