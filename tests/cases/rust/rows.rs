//! A tool for each row of the table of types, and one for each way to end a call.

use serde_json::{Value, json};
use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
    fmt,
};
use toolkit::{ErrorType, ToolError, tool};

/// Take texts.
#[tool]
fn texts(owned: String, borrowed: &str, either: Cow<'_, str>, one: char, maybe: Option<&str>) -> Vec<String> {
    let borrows = matches!(either, Cow::Borrowed(_));
    vec![owned, borrowed.into(), either.into(), one.into(), format!("{maybe:?}"), borrows.to_string()]
}

/// Take a text that lives as long as the call.
#[tool]
fn first<'a>(text: &'a str, #[arg(default = " ")] between: &'a str) -> &'a str {
    text.split(between).next().unwrap_or(text)
}

/// Take a text and wait.
#[tool]
async fn later(text: &str) -> usize {
    std::future::ready(()).await;
    text.len()
}

/// Take the widest integers.
#[tool]
fn widest(low: i128, high: u128, size: isize, least: i64) -> (i128, u128, isize, i64) {
    (low, high, size, least)
}

/// Take numbers.
#[tool]
fn numbers(single: f32, double: f64, yes: bool) -> (f32, f64, bool) {
    (single, double, yes)
}

/// Take lists.
#[tool]
fn lists(words: Vec<String>, gaps: Vec<Option<u8>>, any: Vec<Value>, deep: Vec<Vec<i8>>) -> Vec<Value> {
    vec![words.into(), gaps.into(), any.into(), json!(deep)]
}

/// Take maps.
#[tool]
fn maps(
    free: serde_json::Map<String, Value>,
    counts: HashMap<String, u32>,
    any: BTreeMap<String, Value>,
) -> (usize, u32, String) {
    (free.len(), counts.values().sum(), serde_json::to_string(&any).unwrap_or_default())
}

/// Take what is not given.
#[tool]
fn defaults(
    #[arg(default = -3)] low: i8,
    #[arg(default = 1e-7)] small: f64,
    #[arg(default = "a\"b")] text: &str,
    #[arg(default = 'c')] one: char,
    #[arg(default = true)] yes: bool,
    #[arg(default = 5)] maybe: Option<u8>,
    #[arg(default = None)] none: Option<HashMap<String, u8>>,
) -> String {
    format!("{low} {small:e} {text} {one} {yes} {maybe:?} {none:?}")
}

/// Take lists that are not given.
#[tool]
fn spare(
    #[arg(default = [1, -2])] list: Vec<i32>,
    #[arg(default = vec!["x"])] words: Vec<String>,
    #[arg(default = [[0x10], []])] deep: Vec<Vec<u8>>,
    #[arg(default = [])] any: Vec<Value>,
) -> String {
    format!("{list:?} {words:?} {deep:?} {any:?}")
}

/// Take a parameter by another name.
#[tool(name = "rows-renamed", timeout = 1.5)]
fn renamed(#[arg(rename = "from.where", description = "The place.")] from: &str) -> String {
    from.to_owned()
}

/// Describe parameters in a list.
///
/// # Arguments
///
/// * `a` - The first,
///   in two lines.
/// * `b` - The second.
///
/// # Errors
///
/// * `c` - no parameter.
#[tool]
fn listed(a: u8, b: u8) -> u8 {
    a + b
}

/** Describe parameters
beside them.
*/
#[tool(description = "Describe parameters where they stand.")]
fn beside(
    /// The first,
    /// in two lines.
    a: u8,
    #[doc = "The second."] b: u8,
) -> u8 {
    a + b
}

/// Return nothing.
#[tool]
fn nothing() {}

/// Return nothing, or fail.
#[tool]
fn refuse(how: &str) -> Result<(), ToolError> {
    if how.is_empty() { Ok(()) } else { Err(ToolError::new("ValueError", how.to_owned())) }
}

/// An error without a word about its type.
#[derive(Debug)]
struct ShelfError<T>(T);

impl<T: fmt::Display> fmt::Display for ShelfError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "shelf {} is empty; look on another", self.0)
    }
}

/// Fail with an error of one's own.
#[tool]
fn shelf() -> Result<u8, ShelfError<u8>> {
    Err(ShelfError(7))
}

/// Fail with an error that says what it is.
#[tool]
fn closed() -> Result<u8, Closed> {
    Err(Closed)
}

struct Closed;

impl fmt::Display for Closed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("come back tomorrow")
    }
}

impl ErrorType for Closed {
    fn error_type(&self) -> Cow<'static, str> {
        "ClosedError".into()
    }
}

/// Fail with a text.
#[tool]
fn text() -> Result<String, String> {
    Err("no".to_owned())
}

/// Fail with a box.
#[tool]
async fn boxed() -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
    Err(Box::new(std::io::Error::other("gone")))
}

/// Fail with an error of the standard library.
#[tool]
fn parsed(text: &str) -> Result<u8, std::num::ParseIntError> {
    text.parse()
}

/// Return a number that JSON does not have.
#[tool]
fn ratio(by: f64) -> HashMap<String, Vec<Option<f64>>> {
    HashMap::from([("rates".to_owned(), vec![Some(1.0), None, Some(1.0 / by)])])
}

/// Return a null that is one.
#[tool]
fn null() -> (Option<f64>, &'static str) {
    (None, "null")
}

/// Return a map whose keys are no texts.
#[tool]
fn keyed() -> BTreeMap<(u8, u8), u8> {
    BTreeMap::from([((1, 2), 3)])
}

/// Count the calls.
#[derive(Default)]
pub struct Tally {
    seen: u32,
}

/// The tally lives as long as the run.
#[tool(scope = "run")]
impl Tally {
    /// Add to it.
    pub fn add(&mut self, #[arg(default = 1)] by: u32) -> u32 {
        self.seen += by;
        self.seen
    }

    /// Read it.
    pub async fn read(&self) -> u32 {
        self.seen
    }

    /// Name it.
    pub fn name() -> &'static str {
        Self::hidden()
    }

    fn hidden() -> &'static str {
        "tally"
    }
}
