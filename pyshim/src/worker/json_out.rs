//! A tool's result as JSON text, written straight from the Python objects.
//!
//! What JSON has no form for is refused with its type and its place, never turned into something else in silence. Two
//! things are repaired, since the text would be unreadable without: floats are written as in Rust (`1e-7`), and lone
//! surrogates become U+FFFD.

use pyo3::{
    prelude::*,
    types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple},
};
use std::fmt::Write as _;
use toolkit::rules::numbers;

/// Why a result is not written.
pub(super) enum Refused {
    /// JSON has no form for a part of it.
    Form(Part),
    /// Python code that had to run for it raised.
    Raised(PyErr),
}

impl Part {
    /// The type of the error that it is.
    pub(super) fn kind(&self) -> &'static str {
        if matches!(self.what, What::Number(_)) { "ValueError" } else { "TypeError" }
    }
}

/// A part of a result that has no JSON form.
pub(super) struct Part {
    what: What,
    /// The way to it, innermost first.
    place: Vec<String>,
}

enum What {
    Type(String),
    Number(f64),
    Key(String),
    Cycle(String),
    Deep,
}

impl From<PyErr> for Refused {
    fn from(error: PyErr) -> Self {
        Self::Raised(error)
    }
}

impl Refused {
    fn part(what: What) -> Self {
        Self::Form(Part { what, place: Vec::new() })
    }

    fn at(mut self, step: impl FnOnce() -> String) -> Self {
        if let Self::Form(part) = &mut self {
            part.place.push(step());
        }
        self
    }
}

impl std::fmt::Display for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let place: String = self.place.iter().rev().map(String::as_str).collect();
        let (what, instead) = match &self.what {
            What::Number(value) => return f.write_str(&numbers::not_finite(*value, place.trim_start_matches('.'))),
            What::Type(name) => (one(name), instead_of(name)),
            What::Key(name) => (format!("a key that is {}", one(name)), "use texts as keys"),
            What::Cycle(name) => (format!("{} that contains itself", one(name)), "return it without the way back"),
            What::Deep => (format!("more than {DEEPEST} levels"), "return something flatter"),
        };
        if place.is_empty() && matches!(self.what, What::Key(_)) {
            write!(f, "the result has {what}, which has no JSON form; {instead}")
        } else if place.is_empty() {
            write!(f, "the result is {what}, which has no JSON form; {instead}")
        } else if place.len() > 400 {
            write!(f, "the result has {what} {} steps deep, which has no JSON form; {instead}", self.place.len())
        } else {
            write!(f, "the result has {what} at `{place}`, which has no JSON form; {instead}")
        }
    }
}

/// A type's name with its article.
fn one(type_name: &str) -> String {
    let article = if type_name.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']) { "an" } else { "a" };
    format!("{article} `{type_name}`")
}

fn instead_of(type_name: &str) -> &'static str {
    match type_name {
        "set" | "frozenset" | "dict_keys" | "dict_values" | "range" | "map" | "filter" | "zip" | "generator" => {
            "return a list made of it"
        }
        "bytes" | "bytearray" | "memoryview" => "decode it, or encode it as base64",
        "Decimal" | "Fraction" | "complex" | "datetime" | "date" | "time" | "timedelta" | "UUID" | "PosixPath" => {
            "return `str()` of it"
        }
        _ => "return a dict, a list, a text, a number, a boolean or `None`",
    }
}

/// Nothing deeper is written: a cycle, most likely.
const DEEPEST: usize = 10_000;

/// Writes a value at the end of `out`. What was written before a refusal stays there.
pub(super) fn write(value: &Bound<'_, PyAny>, out: &mut Vec<u8>) -> Result<(), Refused> {
    walk(value, out, &Above { value, up: None, depth: 0 })
}

/// The containers around a value. On the stack, so that it costs nothing until somebody asks.
struct Above<'a, 'py> {
    value: &'a Bound<'py, PyAny>,
    up: Option<&'a Above<'a, 'py>>,
    depth: usize,
}

impl Above<'_, '_> {
    fn check(&self) -> Result<(), Refused> {
        if self.depth < DEEPEST {
            return Ok(());
        }
        let mut up = self.up;
        while let Some(above) = up {
            if above.value.is(self.value) {
                return Err(Refused::part(What::Cycle(type_name(self.value))));
            }
            up = above.up;
        }
        Err(Refused::part(What::Deep))
    }
}

fn walk(value: &Bound<'_, PyAny>, out: &mut Vec<u8>, above: &Above<'_, '_>) -> Result<(), Refused> {
    // exact types first: they are what tools return, and nothing of the tool's own code can run for them
    if let Ok(text) = value.cast_exact::<PyString>() {
        return write_text(text, out);
    }
    if value.is_none() {
        out.extend_from_slice(b"null");
        return Ok(());
    }
    if let Ok(truth) = value.cast_exact::<PyBool>() {
        out.extend_from_slice(if truth.is_true() { b"true" } else { b"false" });
        return Ok(());
    }
    if value.is_exact_instance_of::<PyInt>() {
        return write_int(value, out);
    }
    if let Ok(float) = value.cast_exact::<PyFloat>() {
        return write_float(float.value(), out);
    }
    if let Ok(dict) = value.cast_exact::<PyDict>() {
        return write_dict(dict, out, above);
    }
    if let Ok(list) = value.cast::<PyList>() {
        return write_list(list, out, above);
    }
    if let Ok(tuple) = value.cast::<PyTuple>() {
        above.check()?;
        out.push(b'[');
        for (n, item) in tuple.iter_borrowed().enumerate() {
            write_item(n, &item, out, above)?;
        }
        out.push(b']');
        return Ok(());
    }
    if let Ok(text) = value.cast::<PyString>() {
        return write_text(text, out);
    }
    if value.is_instance_of::<PyInt>() {
        return write_int(value, out);
    }
    if let Ok(float) = value.cast::<PyFloat>() {
        return write_float(float.value(), out);
    }
    if value.is_instance_of::<PyDict>() {
        // a subclass may order its items in its own way
        let mut items = Vec::new();
        for item in value.call_method0("items")?.try_iter()? {
            items.push(item?.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()?);
        }
        return write_members(items.into_iter(), out, above);
    }
    Err(Refused::part(What::Type(type_name(value))))
}

fn write_list(list: &Bound<'_, PyList>, out: &mut Vec<u8>, above: &Above<'_, '_>) -> Result<(), Refused> {
    above.check()?;
    out.push(b'[');
    let mut n = 0;
    // by index: a list may shrink while something inside it runs
    while let Ok(item) = list.get_item(n) {
        write_item(n, &item, out, above)?;
        n += 1;
        if n >= list.len() {
            break;
        }
    }
    out.push(b']');
    Ok(())
}

fn write_item(n: usize, item: &Bound<'_, PyAny>, out: &mut Vec<u8>, above: &Above<'_, '_>) -> Result<(), Refused> {
    if n > 0 {
        out.push(b',');
    }
    walk(item, out, &Above { value: item, up: Some(above), depth: above.depth + 1 })
        .map_err(|refused| refused.at(|| format!("[{n}]")))
}

fn write_dict(dict: &Bound<'_, PyDict>, out: &mut Vec<u8>, above: &Above<'_, '_>) -> Result<(), Refused> {
    write_members(dict.iter(), out, above)
}

fn write_members<'py>(
    members: impl Iterator<Item = (Bound<'py, PyAny>, Bound<'py, PyAny>)>,
    out: &mut Vec<u8>,
    above: &Above<'_, 'py>,
) -> Result<(), Refused> {
    above.check()?;
    out.push(b'{');
    for (n, (key, item)) in members.enumerate() {
        if n > 0 {
            out.push(b',');
        }
        write_key(&key, out)?;
        out.push(b':');
        walk(&item, out, &Above { value: &item, up: Some(above), depth: above.depth + 1 })
            .map_err(|refused| refused.at(|| step(&key)))?;
    }
    out.push(b'}');
    Ok(())
}

fn step(key: &Bound<'_, PyAny>) -> String {
    let mut name = String::from(".");
    match key.cast::<PyString>() {
        Ok(text) => name.push_str(&text.to_string_lossy()),
        // a number, a boolean or `None`: its text is safe to ask for
        Err(_) => _ = write!(name, "{key}"),
    }
    name
}

/// A member's name, as Python's own `json` makes it of texts, numbers, booleans and `None`.
fn write_key(key: &Bound<'_, PyAny>, out: &mut Vec<u8>) -> Result<(), Refused> {
    if let Ok(text) = key.cast::<PyString>() {
        return write_text(text, out);
    }
    out.push(b'"');
    if key.is_none() {
        out.extend_from_slice(b"null");
    } else if let Ok(truth) = key.cast::<PyBool>() {
        out.extend_from_slice(if truth.is_true() { b"true" } else { b"false" });
    } else if key.is_instance_of::<PyInt>() {
        write_int(key, out)?;
    } else if let Ok(float) = key.cast::<PyFloat>() {
        write_float(float.value(), out)?;
    } else {
        return Err(Refused::part(What::Key(type_name(key))));
    }
    out.push(b'"');
    Ok(())
}

fn write_text(text: &Bound<'_, PyString>, out: &mut Vec<u8>) -> Result<(), Refused> {
    if let Ok(text) = text.to_str() {
        return write_serde(text, out);
    }
    // surrogates: halves that belong together are joined, the others replaced
    let units = text.call_method1("encode", ("utf-16-le", "surrogatepass"))?;
    let units = units.extract::<&[u8]>().map_err(PyErr::from)?;
    let units: Vec<u16> = units.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
    write_serde(String::from_utf16_lossy(&units).as_str(), out)
}

fn write_int(int: &Bound<'_, PyAny>, out: &mut Vec<u8>) -> Result<(), Refused> {
    if let Ok(small) = int.extract::<i64>() {
        return write_serde(&small, out);
    }
    // a subclass may write itself as anything; its value is what `int` says
    let digits = int.py().get_type::<PyInt>().call_method1("__repr__", (int,))?;
    out.extend_from_slice(digits.extract::<&str>()?.as_bytes());
    Ok(())
}

fn write_float(float: f64, out: &mut Vec<u8>) -> Result<(), Refused> {
    if float.is_finite() {
        return write_serde(&float, out);
    }
    Err(Refused::part(What::Number(float)))
}

fn write_serde<T: serde::Serialize + ?Sized>(value: &T, out: &mut Vec<u8>) -> Result<(), Refused> {
    serde_json::to_writer(out, value).map_err(|error| pyo3::exceptions::PyValueError::new_err(error.to_string()).into())
}

fn type_name(value: &Bound<'_, PyAny>) -> String {
    value.get_type().name().map_or_else(|_| "object".into(), |name| name.to_string_lossy().into_owned())
}
