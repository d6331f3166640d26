//! A Python exception as the model reads it: the name of its type, and its own text. Tracebacks go to the log.

use super::json_out::Refused;
use pyo3::{prelude::*, types::PyString};
use std::any::Any;

/// Type and message of a failed call.
pub(super) struct Failed {
    pub kind: String,
    pub message: String,
}

impl Failed {
    pub(super) fn new(kind: &str, message: impl Into<String>) -> Self {
        Self { kind: kind.into(), message: message.into() }
    }

    /// What a tool raised.
    pub(super) fn raised(py: Python<'_>, error: &PyErr) -> Self {
        let kind = name(&error.get_type(py));
        let message = match error.value(py).str() {
            Ok(text) => readable(&text),
            Err(second) => {
                format!("its own message cannot be read: `__str__` raised {}", name(&second.get_type(py)))
            }
        };
        Self { kind, message }
    }

    /// What has no JSON form, or raised while it was written.
    pub(super) fn refused(py: Python<'_>, refused: &Refused) -> Self {
        match refused {
            Refused::Form(part) => Self::new(part.kind(), part.to_string()),
            Refused::Raised(error) => Self::raised(py, error),
        }
    }

    /// A panic that came out of Rust code under a Python call.
    pub(super) fn panicked(panic: &(dyn Any + Send)) -> Self {
        let message = panic.downcast_ref::<&str>().map(|text| (*text).to_string());
        let message = message.or_else(|| panic.downcast_ref::<String>().cloned());
        Self::new("Panic", message.unwrap_or_else(|| "a panic without a message".into()))
    }
}

fn name(of: &Bound<'_, pyo3::types::PyType>) -> String {
    of.name().map_or_else(|_| "Exception".into(), |name| readable(&name))
}

/// A Python text, with what is no text in it replaced.
pub(super) fn readable(text: &Bound<'_, PyString>) -> String {
    text.to_string_lossy().into_owned()
}
