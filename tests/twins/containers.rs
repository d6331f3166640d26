use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashMap};
use toolkit::tool;

/// Count what lies in lists.
///
/// Args:
///     words: Texts.
///     numbers: Whole numbers.
///     grid: Lists of numbers.
///     gaps: Numbers, some of them missing.
///     anything: Whatever JSON has.
#[tool]
pub fn lists(
    words: Vec<String>,
    numbers: Vec<i64>,
    grid: Vec<Vec<f64>>,
    gaps: Vec<Option<i64>>,
    anything: Vec<Value>,
) -> Vec<usize> {
    vec![words.len(), numbers.len(), grid.iter().map(Vec::len).sum(), gaps.iter().flatten().count(), anything.len()]
}

/// Count what lies in maps.
///
/// Args:
///     counts: Whole numbers by name.
///     names: Texts by name.
///     nested: Lists by name.
///     anything: Whatever JSON has.
#[tool]
pub fn maps(
    counts: HashMap<String, i64>,
    names: BTreeMap<String, String>,
    nested: BTreeMap<String, Vec<i64>>,
    anything: Map<String, Value>,
) -> BTreeMap<String, usize> {
    BTreeMap::from([
        ("anything".to_owned(), anything.len()),
        ("counts".to_owned(), counts.len()),
        ("names".to_owned(), names.len()),
        ("nested".to_owned(), nested.values().map(Vec::len).sum()),
    ])
}

/// Give the items back.
#[tool]
pub fn items(items: Vec<String>) -> Vec<String> {
    items
}
