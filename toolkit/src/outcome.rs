//! What a call gives back, as JSON text.

use crate::error::Failure;

/// What a tool returned, as one JSON text. A string result is a JSON string, so that faces can copy it as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Valid JSON, compact.
    pub json: String,
}

/// How a call ended.
pub type Outcome = Result<Answer, Failure>;
