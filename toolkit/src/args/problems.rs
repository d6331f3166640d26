//! What is wrong with a call's arguments, in words for a model: the path, what was expected, what came.

use super::fit::{Path, Step, json};
use std::fmt::Write as _;
use toolkit_rules::{Literal, Misread, Param, json_string, names};

/// Problems beyond this many are counted, not told.
const MOST: usize = 20;
/// Characters of a value or a name that are shown.
const SHOWN: usize = 60;

/// All problems of one call.
#[derive(Default)]
pub(super) struct Problems {
    told: Vec<String>,
    more: usize,
}

impl Problems {
    /// The problems as one text; `None` when there are none.
    pub(super) fn text(&self) -> Option<String> {
        let mut text = self.told.join("; ");
        if self.more > 0 {
            let _ = write!(text, "; and {} more", self.more);
        }
        (!self.told.is_empty()).then_some(text)
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.told.len() + self.more
    }

    fn tell(&mut self, problem: impl FnOnce() -> String) {
        if self.told.len() < MOST {
            self.told.push(problem());
        } else {
            self.more += 1;
        }
    }

    /// The value is not what it must be.
    pub(super) fn wrong(&mut self, path: &Path<'_>, must: &str, raw: &str) {
        self.tell(|| format!("\"{}\" must be {must}, got {}", path.text(), shown(raw)));
    }

    /// The value is none of these; `text` is what it says when it is a string.
    pub(super) fn no_choice(&mut self, path: &Path<'_>, literals: &[Literal], text: Option<&str>, raw: &str) {
        self.tell(|| {
            let list: Vec<_> = literals.iter().map(json).collect();
            let words = literals.iter().filter_map(|literal| match literal {
                Literal::String(word) => Some(&**word),
                Literal::Integer(_) | Literal::Boolean(_) => None,
            });
            let near = text.filter(|text| text.len() <= names::PARAMETER_NAME_MAX);
            let meant = near
                .and_then(|text| names::nearest(text, words))
                .map_or_else(String::new, |word| format!(", did you mean {}?", json_string(word)));
            format!("\"{}\" must be one of {}, got {}{meant}", path.text(), list.join(", "), shown(raw))
        });
    }

    /// The value's type does not read it.
    pub(super) fn misread(&mut self, path: &Path<'_>, misread: &Misread) {
        self.tell(|| {
            let dot = if misread.place.is_empty() || misread.place.starts_with('[') { "" } else { "." };
            format!("\"{}{dot}{}\" cannot be read: {}", path.text(), misread.place, misread.problem)
        });
    }

    pub(super) fn missing(&mut self, path: &Path<'_>) {
        self.tell(|| format!("\"{}\" is required and missing", path.text()));
    }

    pub(super) fn twice(&mut self, path: &Path<'_>) {
        self.tell(|| format!("\"{}\" is given twice; give it once", path.text()));
    }

    /// A name that is no parameter; the parameter that was meant, by its place, when that can be guessed.
    pub(super) fn unknown(&mut self, path: &Path<'_>, name: &str, params: &[Param]) -> Option<usize> {
        let what = if path.is_top() { "a parameter" } else { "a member" };
        let near = if name.len() <= names::PARAMETER_NAME_MAX {
            names::nearest(name, params.iter().map(|param| &*param.name))
        } else {
            None
        };
        self.tell(|| {
            let mut text = format!("\"{}\" is not {what}", path.text());
            match near {
                Some(near) => {
                    let _ = write!(text, ", did you mean \"{near}\"?");
                }
                None if params.is_empty() => text.push_str("; there are none"),
                None => {
                    let known: Vec<_> = params.iter().map(|param| format!("\"{}\"", param.name)).collect();
                    let _ = write!(text, "; there are {}", known.join(", "));
                }
            }
            text
        });
        near.and_then(|near| params.iter().position(|param| &*param.name == near))
    }
}

impl Path<'_> {
    fn is_top(&self) -> bool {
        self.parent.is_none()
    }

    /// `extra.n`, `tags[2]`.
    fn text(&self) -> String {
        let mut text = self.parent.map(Path::text).unwrap_or_default();
        match self.step {
            Step::Item(at) => {
                let _ = write!(text, "[{at}]");
            }
            Step::Name(name) => {
                if !text.is_empty() {
                    text.push('.');
                }
                text.push_str(&shortened(name));
            }
        }
        text
    }
}

/// A value as JSON text, named by its kind where the text alone could be mistaken.
fn shown(raw: &str) -> String {
    let raw = shortened(raw);
    match raw.as_bytes().first() {
        Some(b'"') => format!("the string {raw}"),
        Some(b'[') => format!("the array {raw}"),
        Some(b'{') => format!("the object {raw}"),
        _ => raw,
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// The arguments are some other JSON value, or none.
pub(super) fn no_object(text: &str) -> String {
    if text.is_empty() {
        return "the arguments must be an object, got an empty text".to_owned();
    }
    format!("the arguments must be an object, got {}", shown(text))
}

pub(super) fn no_json(error: &serde_json::Error) -> String {
    format!("the arguments are not valid JSON: {error}")
}

pub(super) fn unfit_result(tool: &str, list: &str) -> String {
    format!("{tool}: the result is not what its schema says, {list}; let `Serialize` and `ToolType` say the same")
}

pub(super) fn too_long(bytes: usize) -> String {
    format!("the arguments have {bytes} bytes, and {} are taken; send less", super::LONGEST)
}
