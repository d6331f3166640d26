//! What a call gives back, as JSON text.

use crate::error::Failure;
use std::borrow::Cow;

/// What a tool returned, as one JSON text. A string result is a JSON string, so that faces can copy it as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Valid JSON, compact.
    pub json: String,
}

impl Answer {
    /// The text that a model reads, as a JSON string: a string result as it is, any other as its JSON text.
    #[must_use]
    pub fn text_json(&self) -> Cow<'_, str> {
        if self.json.starts_with('"') {
            Cow::Borrowed(&self.json)
        } else {
            Cow::Owned(toolkit_rules::json_string(&self.json))
        }
    }

    /// The text that a model reads: a string result as it is, any other as its JSON text.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        match serde_json::from_str::<String>(&self.json) {
            Ok(text) if self.json.starts_with('"') => Cow::Owned(text),
            _ => Cow::Borrowed(&self.json),
        }
    }
}

/// How a call ended.
pub type Outcome = Result<Answer, Failure>;

/// What a caller should know beside the outcome.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// Why the run's instance is a fresh one: its state was lost.
    pub fresh_instance: Option<Cow<'static, str>>,
}
