//! Finds the number in a result that JSON cannot say. Nothing is written here: it runs only after serde_json has put
//! a `null` somewhere, and says whether that was a NaN or an infinity, and where.

use serde::ser::{self, Serialize, Serializer};
use std::fmt::{self, Display, Write};
use toolkit_rules::numbers;

/// The sentence about the first NaN or infinity in a value; `None` when all its numbers are finite.
pub fn first_exception<T: Serialize + ?Sized>(value: &T) -> Option<String> {
    let mut path = String::new();
    value.serialize(Search { path: &mut path }).err()?.0
}

/// Ends the search: with the sentence when the number was found, without when a value refused to be looked at.
#[derive(Debug)]
struct Found(Option<String>);

impl Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.as_deref().unwrap_or_default())
    }
}

impl std::error::Error for Found {}

impl ser::Error for Found {
    fn custom<T: Display>(_: T) -> Self {
        Self(None)
    }
}

struct Search<'a> {
    /// The place of the value in the result: `rates[2].low`.
    path: &'a mut String,
}

impl Search<'_> {
    fn number(&self, value: f64) -> Result<(), Found> {
        if value.is_finite() {
            return Ok(());
        }
        Err(Found(Some(numbers::not_finite(value, self.path))))
    }
}

/// The parts of one container.
struct Parts<'a> {
    path: &'a mut String,
    index: usize,
    key: String,
}

impl Parts<'_> {
    fn within<T: Serialize + ?Sized>(&mut self, step: impl Display, value: &T) -> Result<(), Found> {
        let len = self.path.len();
        write!(self.path, "{step}").map_err(|_| Found(None))?;
        value.serialize(Search { path: self.path })?;
        self.path.truncate(len);
        Ok(())
    }

    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Found> {
        let index = self.index;
        self.index += 1;
        self.within(format_args!("[{index}]"), value)
    }

    fn member<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) -> Result<(), Found> {
        let dot = if self.path.is_empty() { "" } else { "." };
        self.within(format_args!("{dot}{key}"), value)
    }
}

macro_rules! nothing_to_find {
    ($($method:ident($($type:ty),*);)*) => {$(
        fn $method(self, $(_: $type),*) -> Result<(), Found> {
            Ok(())
        }
    )*};
}

macro_rules! containers {
    ($($method:ident($($argument:ident: $type:ty),*);)*) => {$(
        fn $method(self, $($argument: $type),*) -> Result<Parts<'a>, Found> {
            $(let _ = $argument;)*
            Ok(Parts { path: self.path, index: 0, key: String::new() })
        }
    )*};
}

impl<'a> Serializer for Search<'a> {
    type Ok = ();
    type Error = Found;
    type SerializeSeq = Parts<'a>;
    type SerializeTuple = Parts<'a>;
    type SerializeTupleStruct = Parts<'a>;
    type SerializeTupleVariant = Parts<'a>;
    type SerializeMap = Parts<'a>;
    type SerializeStruct = Parts<'a>;
    type SerializeStructVariant = Parts<'a>;

    nothing_to_find! {
        serialize_bool(bool);
        serialize_i8(i8);
        serialize_i16(i16);
        serialize_i32(i32);
        serialize_i64(i64);
        serialize_i128(i128);
        serialize_u8(u8);
        serialize_u16(u16);
        serialize_u32(u32);
        serialize_u64(u64);
        serialize_u128(u128);
        serialize_char(char);
        serialize_str(&str);
        serialize_bytes(&[u8]);
        serialize_none();
        serialize_unit();
        serialize_unit_struct(&'static str);
        serialize_unit_variant(&'static str, u32, &'static str);
    }

    containers! {
        serialize_seq(len: Option<usize>);
        serialize_tuple(len: usize);
        serialize_tuple_struct(name: &'static str, len: usize);
        serialize_tuple_variant(name: &'static str, index: u32, variant: &'static str, len: usize);
        serialize_map(len: Option<usize>);
        serialize_struct(name: &'static str, len: usize);
        serialize_struct_variant(name: &'static str, index: u32, variant: &'static str, len: usize);
    }

    fn serialize_f32(self, value: f32) -> Result<(), Found> {
        self.number(value.into())
    }

    fn serialize_f64(self, value: f64) -> Result<(), Found> {
        self.number(value)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Found> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Found> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), Found> {
        value.serialize(self)
    }
}

macro_rules! items {
    ($($trait:ident::$method:ident)*) => {$(
        impl ser::$trait for Parts<'_> {
            type Ok = ();
            type Error = Found;
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Found> {
                self.item(value)
            }
            fn end(self) -> Result<(), Found> {
                Ok(())
            }
        }
    )*};
}

items! {
    SerializeSeq::serialize_element
    SerializeTuple::serialize_element
    SerializeTupleStruct::serialize_field
    SerializeTupleVariant::serialize_field
}

macro_rules! members {
    ($($trait:ident)*) => {$(
        impl ser::$trait for Parts<'_> {
            type Ok = ();
            type Error = Found;
            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Found> {
                self.member(key, value)
            }
            fn end(self) -> Result<(), Found> {
                Ok(())
            }
        }
    )*};
}

members! { SerializeStruct SerializeStructVariant }

impl ser::SerializeMap for Parts<'_> {
    type Ok = ();
    type Error = Found;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Found> {
        // Keys were already written, so each is a text or what serde_json makes one of.
        let json = serde_json::to_string(key).map_err(|_| Found(None))?;
        self.key = json.trim_matches('"').to_owned();
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Found> {
        let key = std::mem::take(&mut self.key);
        self.member(&key, value)
    }

    fn end(self) -> Result<(), Found> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Serialize;
    use std::collections::BTreeMap;

    #[derive(Serialize)]
    struct Reading {
        low: f32,
        pair: (u8, f64),
        kind: Kind,
    }

    #[derive(Serialize)]
    enum Kind {
        Plain,
        Wrapped(Option<f64>),
        Named { at: [f64; 1] },
    }

    fn reading() -> Reading {
        Reading { low: 0.5, pair: (1, 2.0), kind: Kind::Plain }
    }

    #[test]
    fn the_first_number_that_is_none_is_named_with_its_place() {
        for (value, found) in [
            (reading(), None),
            (Reading { low: f32::NAN, ..reading() }, Some("NaN at `low`")),
            (Reading { pair: (1, f64::INFINITY), ..reading() }, Some("infinity at `pair[1]`")),
            (Reading { kind: Kind::Wrapped(None), ..reading() }, None),
            (Reading { kind: Kind::Wrapped(Some(f64::NEG_INFINITY)), ..reading() }, Some("-infinity at `kind`")),
            (Reading { kind: Kind::Named { at: [f64::NAN] }, ..reading() }, Some("NaN at `kind.at[0]`")),
        ] {
            let message = found
                .map(|found| format!("the result holds {found}, which JSON cannot say; return null or a text instead"));
            assert_eq!(first_exception(&value), message);
        }
        let map = BTreeMap::from([(2, vec![f64::NAN])]);
        assert!(first_exception(&map).is_some_and(|message| message.contains("`2[0]`")));
        assert!(first_exception(&f64::NAN).is_some_and(|message| message.contains("holds NaN, which")));
    }
}
