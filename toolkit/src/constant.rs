//! Defaults that are named in the source and not written out there (`default = MAX`, `default = Mode::Fast`): the
//! compiler knows their value, so it writes them into the schema.
//!
//! Traits have no `const fn`, so a default is made a type, and the type of its value has a constant for each such
//! type. Literals do not come here: the macro writes those.

use crate::tool_type::NoDefault;
use toolkit_rules::{
    Out,
    numbers::{write_f32, write_f64},
};

/// One default, as a type.
pub trait Constant {
    /// What defaults of its parameter are written as.
    type Of: 'static;
    /// The default.
    const VALUE: Self::Of;
}

/// A type whose values the compiler can write as JSON; here the value of `D`.
#[diagnostic::on_unimplemented(
    message = "a `{Self}` that is only named cannot be written into the schema",
    label = "write the value itself here"
)]
pub trait Written<D: Constant<Of = Self>>: Sized + 'static {
    /// The value.
    const JSON: Json;
}

/// A default as const data.
pub enum Json {
    /// JSON text.
    Text(&'static str),
    /// One value, the first of these.
    One(Values),
    /// All of these values, as a list.
    Many(Values),
    /// A list.
    List(&'static [Self]),
}

impl Json {
    /// Writes the JSON text.
    #[track_caller]
    pub const fn write(&self, out: &mut Out<'_>) {
        match self {
            Self::Text(text) => out.text(text),
            Self::One(values) => values.write(0, out),
            Self::Many(values) => {
                out.byte(b'[');
                let mut i = 0;
                while i < values.len() {
                    if i > 0 {
                        out.byte(b',');
                    }
                    values.write(i, out);
                    i += 1;
                }
                out.byte(b']');
            }
            Self::List(items) => {
                out.byte(b'[');
                let mut i = 0;
                while i < items.len() {
                    if i > 0 {
                        out.byte(b',');
                    }
                    items[i].write(out);
                    i += 1;
                }
                out.byte(b']');
            }
        }
    }
}

/// The types whose values are written here, alone and in lists.
macro_rules! values {
    ($($variant:ident($type:ty): |$value:ident, $out:ident| $write:expr;)*) => {
        /// Values of one type.
        pub enum Values {
            $(#[doc = concat!("Each a `", stringify!($type), "`.")] $variant(&'static [$type]),)*
        }

        impl Values {
            const fn len(&self) -> usize {
                match self {
                    $(Self::$variant(values) => values.len(),)*
                }
            }

            #[track_caller]
            const fn write(&self, at: usize, out: &mut Out<'_>) {
                match self {
                    $(Self::$variant(values) => {
                        let $value = values[at];
                        let $out = out;
                        $write
                    })*
                }
            }
        }

        $(
            impl<D: Constant<Of = Self>> Written<D> for $type {
                const JSON: Json = Json::One(Values::$variant(&[D::VALUE]));
            }

            impl<D: Constant<Of = Self>> Written<D> for &'static [$type] {
                const JSON: Json = Json::Many(Values::$variant(D::VALUE));
            }
        )*
    };
}

values! {
    I8(i8): |value, out| out.integer(value as i128);
    I16(i16): |value, out| out.integer(value as i128);
    I32(i32): |value, out| out.integer(value as i128);
    I64(i64): |value, out| out.integer(value as i128);
    I128(i128): |value, out| out.integer(value);
    Isize(isize): |value, out| out.integer(value as i128);
    U8(u8): |value, out| out.digits(value as u128);
    U16(u16): |value, out| out.digits(value as u128);
    U32(u32): |value, out| out.digits(value as u128);
    U64(u64): |value, out| out.digits(value as u128);
    U128(u128): |value, out| out.digits(value);
    Usize(usize): |value, out| out.digits(value as u128);
    Boolean(bool): |value, out| out.text(if value { "true" } else { "false" });
    Character(char): |value, out| out.json(value.encode_utf8(&mut [0; 4]));
    F32(f32): |value, out| write_f32(value, out);
    F64(f64): |value, out| write_f64(value, out);
    Text(&'static str): |value, out| out.json(value);
}

/// So that a wrong default is one error, which is that of its type.
impl<D: Constant<Of = Self>> Written<D> for NoDefault {
    const JSON: Json = match D::VALUE {};
}

/// The list that a list stands in as an item: `&[T]` is a list of `T`.
pub trait List {
    /// What its items are written as.
    type Item: 'static;
}

impl<T: 'static> List for &'static [T] {
    type Item = T;
}

/// The default `D` as const data.
///
/// # Panics
///
/// While it compiles, when JSON cannot say the value.
#[must_use]
#[track_caller]
pub const fn written<D: Constant<Of = T>, T: Written<D>>() -> Json {
    // Asked here, where the default is named, and not where all of the tool is written.
    T::JSON.write(&mut Out::new(&mut []));
    T::JSON
}

#[cfg(test)]
mod tests {
    use super::*;

    macro_rules! text {
        ($type:ty = $value:expr) => {{
            struct D;
            impl Constant for D {
                type Of = $type;
                const VALUE: $type = $value;
            }
            toolkit_rules::const_text!(|out| written::<D, _>().write(out))
        }};
    }

    #[test]
    fn a_named_value_is_written_by_the_compiler() {
        for (text, json) in [
            (text!(i8 = i8::MIN), "-128"),
            (text!(i128 = i128::MIN), "-170141183460469231731687303715884105728"),
            (text!(u128 = u128::MAX), "340282366920938463463374607431768211455"),
            (text!(bool = !false), "true"),
            (text!(char = 'é'), "\"é\""),
            (text!(f64 = 1.0 / 3.0), "0.3333333333333333"),
            (text!(&'static [f32] = &[0.1, 1e-7, -2.0]), "[0.1,1e-07,-2.0]"),
            (text!(&'static str = concat!("a", "\"")), r#""a\"""#),
            (text!(&'static [u8] = b"ab"), "[97,98]"),
            (text!(&'static [&'static str] = &["a", "b"]), r#"["a","b"]"#),
            (text!(&'static [bool] = &[]), "[]"),
        ] {
            assert_eq!(text, json);
        }
        const NESTED: &str = toolkit_rules::const_text!(|out| Json::List(&[
            Json::Text("1"),
            Json::List(&[]),
            Json::Many(Values::U8(&[2, 3]))
        ])
        .write(out));
        assert_eq!(NESTED, "[1,[],[2,3]]");
    }
}
