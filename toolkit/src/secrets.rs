//! Secrets: values that tools need and nobody may read in an answer, a log or an error. Where the environment has one, it
//! comes before what the program put in.
//!
//! Nothing here prints a value; whoever wants one says [`Secret::expose`].

use crate::error::Failure;
use std::{collections::HashMap, fmt};

/// The environment's secrets are called so, and then by their name.
const PREFIX: &str = "TOOLKIT_SECRET_";
/// What stands in the place of a value.
#[cfg(feature = "dispatch")]
const MASK: &str = "***";

/// A value that prints as nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    pub(crate) fn new(value: impl Into<String>) -> Self {
        Self(value.into())
    }

    /// The value itself.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(***)")
    }
}

/// The secrets that a program put in.
#[derive(Clone, Default)]
pub(crate) struct Secrets(HashMap<String, Secret>);

impl Secrets {
    /// Puts one in.
    #[cfg(feature = "dispatch")]
    pub(crate) fn put(&mut self, name: String, value: String) {
        self.0.insert(name, Secret::new(value));
    }

    /// The secret of this name.
    pub(crate) fn get(&self, name: &str) -> Result<Secret, Failure> {
        let missing = || {
            Failure::new("KeyError", format!("the secret `{name}` is not set; set `{PREFIX}{name}` in the environment"))
        };
        // A name that no variable can have is nobody's.
        let outside =
            (!name.is_empty() && !name.contains(['=', '\0'])).then(|| std::env::var(format!("{PREFIX}{name}")));
        match outside {
            Some(Ok(value)) => Ok(Secret::new(value)),
            _ => self.0.get(name).cloned().ok_or_else(missing),
        }
    }

    /// All values there are now, for [`Masks`].
    #[cfg(feature = "dispatch")]
    pub(crate) fn masks(&self) -> Masks {
        let outside = std::env::vars_os().filter_map(|(name, value)| {
            name.to_str()?.strip_prefix(PREFIX)?;
            value.into_string().ok()
        });
        let mut values: Vec<String> = self.0.values().map(|secret| secret.0.clone()).chain(outside).collect();
        values.retain(|value| value.len() >= SHORTEST);
        // One may be part of another.
        values.sort_by_key(|value| std::cmp::Reverse(value.len()));
        Masks(values)
    }
}

/// Shorter values are found in texts by chance, and a text full of masks tells more than it hides.
#[cfg(feature = "dispatch")]
const SHORTEST: usize = 4;

/// Takes secrets out of texts.
#[cfg(feature = "dispatch")]
pub(crate) struct Masks(Vec<String>);

#[cfg(feature = "dispatch")]
impl Masks {
    /// Replaces every known value in a text.
    pub(crate) fn apply(&self, text: &mut String) {
        for value in &self.0 {
            if text.contains(value.as_str()) {
                *text = text.replace(value.as_str(), MASK);
            }
        }
    }
}

#[cfg(all(test, feature = "dispatch"))]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_handed_out_by_its_name_and_printed_nowhere() {
        let mut secrets = Secrets::default();
        secrets.put("TOKEN".to_owned(), "abc-123".to_owned());
        let secret = secrets.get("TOKEN").expect("it was put in");
        assert_eq!((secret.expose(), format!("{secret:?}")), ("abc-123", "Secret(***)".to_owned()));
        for name in ["token", "", "A=B"] {
            let said = secrets.get(name).map(|_| ()).expect_err("it was not").message;
            assert!(
                said.starts_with(&format!("the secret `{name}` is not set; set `TOOLKIT_SECRET_{name}`")),
                "{said}"
            );
        }
    }

    #[test]
    fn known_values_are_taken_out_of_texts() {
        let mut secrets = Secrets::default();
        for (name, value) in [("A", "abc-123"), ("B", "abc-123-long"), ("C", "x")] {
            secrets.put(name.to_owned(), value.to_owned());
        }
        let mut text = "401 for abc-123-long, abc-123 at x".to_owned();
        secrets.masks().apply(&mut text);
        assert_eq!(text, "401 for ***, *** at x");
    }
}
