//! Results that say beforehand what they are: `Json<T>`, and the schema of `T`.

use super::Success;
use crate::{outcome::Outcome, tool_type::ToolType};
use serde::Serialize;
use std::marker::PhantomData;
use toolkit_rules::Schema;

/// A result whose schema clients know before they call.
///
/// `T` derives `ToolType`, and `Serialize` and `Deserialize`. MCP lists the schema as `outputSchema` and gives the value
/// as `structuredContent`; everywhere else it is the JSON that `T` alone would be. Whatever `Serialize` writes is what
/// clients get; in a debug build it is also held against the schema, and a call whose result does not fit fails and says
/// where.
///
/// MCP's revisions before 2026-07-28 want an object: a `Json<Vec<u8>>` is `{"result":[..]}` there, in schema and value.
///
/// Over HTTP, integers past 64 bits lose digits in `structuredContent`; the text beside it has them all.
///
/// ```
/// use std::collections::BTreeMap;
/// use toolkit::{Json, tool};
///
/// /// Count the letters of a word.
/// #[tool]
/// fn letters(word: &str) -> Json<BTreeMap<String, u32>> {
///     let mut counts = BTreeMap::new();
///     for letter in word.chars() {
///         *counts.entry(letter.to_string()).or_default() += 1;
///     }
///     Json(counts)
/// }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Json<T>(pub T);

/// What stands in a [`Json`].
#[diagnostic::on_unimplemented(
    message = "`Json<{Self}>` has no schema to say",
    label = "the schema of this result is not known",
    note = "derive `Serialize`, `Deserialize` and `ToolType` for `{Self}`, or return it without `Json`"
)]
pub trait OutputType: Serialize {
    /// What a value is.
    const SCHEMA: Schema;
}

#[diagnostic::do_not_recommend]
impl<T: ToolType + Serialize> OutputType for T {
    const SCHEMA: Schema = T::SCHEMA;
}

/// A value whose schema is known.
pub struct AsJson;

impl<T: OutputType> Success<AsJson> for Json<T> {
    fn answer(&self) -> Outcome {
        super::value(&self.0)
    }
}

/// Stands for what a tool returns, where the compiler is asked for the schema of it.
///
/// `OutputOf::<R>::OUTPUT` is an associated constant of its own for `Json<T>` and for a `Result` of it, and that of
/// [`SaysNothing`] for everything else.
pub struct OutputOf<R>(PhantomData<R>);

impl<T: OutputType> OutputOf<Json<T>> {
    /// What a value is.
    pub const OUTPUT: Option<&'static Schema> = Some(&T::SCHEMA);
}

impl<T: OutputType, E> OutputOf<Result<Json<T>, E>> {
    /// What a value is.
    pub const OUTPUT: Option<&'static Schema> = Some(&T::SCHEMA);
}

/// See [`OutputOf`].
pub trait SaysNothing {
    /// Nothing is said.
    const OUTPUT: Option<&'static Schema> = None;
}

impl<R> SaysNothing for OutputOf<R> {}
