//! Arguments from JSON text into Python objects, without a tree between.
//!
//! What the fast way cannot say exactly (integers past 64 bits, `-0`, lone surrogates, deep nesting) goes to Python's
//! own `json`. The text has been checked before: what does not parse here is an error of the call.

use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    sync::PyOnceLock,
    types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString},
};
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// The keyword arguments of a call.
pub(super) fn keywords<'py>(py: Python<'py>, text: &[u8]) -> PyResult<Bound<'py, PyDict>> {
    Ok(value(py, text)?.cast_into()?)
}

/// One value.
pub(super) fn value<'py>(py: Python<'py>, text: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    if !has_long_number(text)
        && let Some(value) = fast(py, text)
    {
        return Ok(value);
    }
    python_json(py, text)
}

fn fast<'py>(py: Python<'py>, text: &[u8]) -> Option<Bound<'py, PyAny>> {
    let mut json = serde_json::Deserializer::from_slice(text);
    let value = Value { py, top: true }.deserialize(&mut json).ok()?;
    json.end().ok()?;
    Some(value)
}

/// Nineteen digits in a row: perhaps more than 64 bits.
fn has_long_number(text: &[u8]) -> bool {
    let mut run = 0;
    text.iter().any(|byte| {
        run = if byte.is_ascii_digit() { run + 1 } else { 0 };
        run >= 19
    })
}

fn python_json<'py>(py: Python<'py>, text: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    static LOADS: PyOnceLock<(Py<PyAny>, Py<PyDict>)> = PyOnceLock::new();
    let (loads, options) = LOADS.get_or_try_init(py, || {
        let options = PyDict::new(py);
        options.set_item("parse_float", wrap_pyfunction!(finite, py)?)?;
        options.set_item("parse_constant", wrap_pyfunction!(finite, py)?)?;
        PyResult::Ok((py.import("json")?.getattr("loads")?.unbind(), options.unbind()))
    })?;
    loads.bind(py).call((text,), Some(options.bind(py)))
}

/// JSON numbers that are no finite float are refused.
#[pyfunction]
fn finite(text: &str) -> PyResult<f64> {
    match text.parse::<f64>() {
        Ok(float) if float.is_finite() => Ok(float),
        _ => Err(PyValueError::new_err(format!("`{text}` is outside the range of a float"))),
    }
}

struct Value<'py> {
    py: Python<'py>,
    top: bool,
}

impl<'de, 'py> DeserializeSeed<'de> for Value<'py> {
    type Value = Bound<'py, PyAny>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, 'py> Visitor<'de> for Value<'py> {
    type Value = Bound<'py, PyAny>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(self.py.None().into_bound(self.py))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Self::Value, E> {
        Ok(PyBool::new(self.py, value).to_owned().into_any())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Self::Value, E> {
        Ok(PyInt::new(self.py, value).into_any())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Self::Value, E> {
        Ok(PyInt::new(self.py, value).into_any())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Self::Value, E> {
        if value == 0.0 && value.is_sign_negative() {
            return Err(E::custom("`-0` or `-0.0`: Python tells them apart"));
        }
        Ok(PyFloat::new(self.py, value).into_any())
    }

    fn visit_str<E>(self, value: &str) -> Result<Self::Value, E> {
        Ok(PyString::new(self.py, value).into_any())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let mut list = Vec::with_capacity(items.size_hint().unwrap_or(0));
        while let Some(item) = items.next_element_seed(Value { py: self.py, top: false })? {
            list.push(item);
        }
        PyList::new(self.py, list).map(Bound::into_any).map_err(A::Error::custom)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
        let dict = PyDict::new(self.py);
        while let Some(key) = members.next_key_seed(Key { py: self.py, parameter: self.top })? {
            let value = members.next_value_seed(Value { py: self.py, top: false })?;
            dict.set_item(key, value).map_err(A::Error::custom)?;
        }
        Ok(dict.into_any())
    }
}

/// The name of a member. Those of parameters are few and compared at every call: they are interned.
struct Key<'py> {
    py: Python<'py>,
    parameter: bool,
}

impl<'de, 'py> DeserializeSeed<'de> for Key<'py> {
    type Value = Bound<'py, PyString>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'py> Visitor<'_> for Key<'py> {
    type Value = Bound<'py, PyString>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a name")
    }

    fn visit_str<E>(self, name: &str) -> Result<Self::Value, E> {
        Ok(if self.parameter { PyString::intern(self.py, name) } else { PyString::new(self.py, name) })
    }
}
