//! What a call gives back, as JSON text.

use crate::error::Failure;
use std::borrow::Cow;

/// What a tool returned, as one JSON text. A string result is a JSON string, so that faces can copy it as it is.
///
/// The text and the form are all of it: whoever carries an answer to another process needs nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Valid JSON, compact.
    pub json: String,
    /// What the text is.
    pub form: Form,
}

/// What the text of an [`Answer`] is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Any value.
    #[default]
    Plain,
    /// One block of content, or a list of them: [`Content`](crate::Content) says how they are written.
    Content,
}

impl Answer {
    /// A value, as valid JSON.
    pub fn value(json: impl Into<String>) -> Self {
        Self { json: json.into(), form: Form::Plain }
    }

    /// Blocks of content, as valid JSON.
    pub fn content(json: impl Into<String>) -> Self {
        Self { json: json.into(), form: Form::Content }
    }

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
