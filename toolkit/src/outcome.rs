//! What a call gives back, as JSON text.

use crate::error::Failure;
use std::borrow::Cow;

/// What a tool returned, as one JSON text. A string result is a JSON string, so that faces can copy it as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Valid JSON, compact.
    pub json: String,
}

/// How a call ended.
pub type Outcome = Result<Answer, Failure>;

/// What a caller should know beside the outcome.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// Why the run's instance is a fresh one: its state was lost.
    pub fresh_instance: Option<Cow<'static, str>>,
}
