//! What a parameter's type says about itself: its schema, whether a call must give it, and how a value is read.
//!
//! The macro never looks at the name of a type; it asks these traits, and a type that does not answer is a compile
//! error that shows the table. Whether a value fits the schema is asked before anything is read here.

use crate::{
    context::Context,
    error::Failure,
    given::Given,
    states::{Need, State},
};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::{
    any::type_name,
    borrow::Cow,
    collections::{BTreeMap, HashMap},
    hash::BuildHasher,
    mem::ManuallyDrop,
};
use toolkit_rules::{Held, IntRange, Schema};

/// Puts the one explanation of an unknown type on each trait whose absence an author can meet.
macro_rules! with_the_table {
    ($($item:item)*) => {$(
        #[diagnostic::on_unimplemented(
            message = "`{Self}` is no type of a tool's parameter",
            label = "no tool can take this type; use one of the table",
            note = "the table: `String`, `char`, `bool`, every integer type, `f32`, `f64`, `Option<X>`, `Vec<X>`, `Vec<Value>`, `HashMap<String, X>`, `BTreeMap<String, X>`, `serde_json::Map`; alone or in an `Option` also `&str` and `Cow<str>`; alone, hidden from the model, `&Context` and `State<X>`",
            note = "the ways out: `#[derive(ToolType)]` on a type of your own; `#[arg(schemars)]` on a parameter whose type implements `schemars::JsonSchema`"
        )]
        $item
    )*};
}

with_the_table! {
    /// An owned type that tools take: what the model reads about it, and what a default of it is written as.
    pub trait ToolType: DeserializeOwned {
        /// What a value must be.
        const SCHEMA: Schema;
        /// Whether a call must give it.
        const REQUIRED: bool = true;
        /// What `#[arg(default = ..)]` takes.
        type Const: 'static;
    }

    /// What stands between the brackets of a container: any [`ToolType`], and `serde_json::Value`.
    pub trait Item: DeserializeOwned {
        /// What a value must be.
        const SCHEMA: Schema;
        /// What an item of a default is written as.
        type Const: 'static;
    }

    /// What stands in a tool's signature: any [`ToolType`], the borrowed forms of text, and what the program hands
    /// over itself.
    pub trait Parameter {
        /// What a call may give.
        const ACCEPTS: Accepts;
        /// What `#[arg(default = ..)]` takes.
        type Const: 'static;
        /// The type with the lifetime of one call.
        type Given<'a>;
        /// Reads a value that was checked against the schema, or takes what is no argument.
        fn read<'a>(given: &'a Given<'_>) -> Result<Self::Given<'a>, Failure>;
        /// Reads a value whose members are parameters. Only a struct has any, which is asked while it compiles.
        fn read_members<'a>(given: &'a Given<'_>) -> Result<Self::Given<'a>, Failure> {
            Self::read(given)
        }
    }
}

/// What a call may give for a parameter.
pub enum Accepts {
    /// One value.
    Value {
        /// What it must be; without its destructor, which constants cannot take apart.
        schema: ManuallyDrop<Schema>,
        /// Whether a call must give it.
        required: bool,
    },
    /// Nothing: the program hands it over, and must have been given this.
    Nothing(Option<Need>),
}

impl Accepts {
    const fn value(schema: Schema, required: bool) -> Self {
        Self::Value { schema: ManuallyDrop::new(schema), required }
    }
}

/// What a default of a type is that has none, but for `None` where it stands in an `Option`: the `Const` of its
/// [`ToolType`].
pub enum NoDefault {}

/// The default of what the program hands over: there is none.
pub enum HandedOverByTheProgram {}

impl<T: ToolType> Item for T {
    const SCHEMA: Schema = T::SCHEMA;
    type Const = T::Const;
}

impl Item for Value {
    const SCHEMA: Schema = Schema::Any;
    type Const = NoDefault;
}

impl<T: ToolType> Parameter for T {
    const ACCEPTS: Accepts = Accepts::value(T::SCHEMA, T::REQUIRED);
    type Const = T::Const;
    type Given<'a> = T;
    fn read(given: &Given<'_>) -> Result<T, Failure> {
        given.parse()
    }
    fn read_members(given: &Given<'_>) -> Result<T, Failure> {
        given.members(&T::SCHEMA)
    }
}

#[diagnostic::do_not_recommend]
impl Parameter for &Context {
    const ACCEPTS: Accepts = Accepts::Nothing(None);
    type Const = HandedOverByTheProgram;
    type Given<'a> = &'a Context;
    fn read<'a>(given: &'a Given<'_>) -> Result<&'a Context, Failure> {
        Ok(given.context())
    }
}

#[diagnostic::do_not_recommend]
impl Parameter for Context {
    const ACCEPTS: Accepts = Accepts::Nothing(None);
    type Const = HandedOverByTheProgram;
    type Given<'a> = Self;
    fn read(given: &Given<'_>) -> Result<Self, Failure> {
        Ok(given.context().clone())
    }
}

#[diagnostic::do_not_recommend]
impl<T: Send + Sync + 'static> Parameter for State<T> {
    const ACCEPTS: Accepts = Accepts::Nothing(Some(Self::NEED));
    type Const = HandedOverByTheProgram;
    type Given<'a> = Self;
    fn read(given: &Given<'_>) -> Result<Self, Failure> {
        let missing =
            || format!("nobody put a `{}` into this program; the server's builder takes one", type_name::<T>());
        given.context().state().ok_or_else(|| Failure::new("RuntimeError", missing()))
    }
}

/// Types whose schema is one word.
macro_rules! scalars {
    ($($type:ty => $schema:expr, $constant:ty;)*) => {$(
        impl ToolType for $type {
            const SCHEMA: Schema = $schema;
            type Const = $constant;
        }
    )*};
}

scalars! {
    String => Schema::String, &'static str;
    char => Schema::Char, char;
    bool => Schema::Boolean, bool;
    f32 => Schema::Number { single: true }, f32;
    f64 => Schema::Number { single: false }, f64;
}

macro_rules! integers {
    ($($type:ident)*) => {$(
        impl ToolType for $type {
            const SCHEMA: Schema = Schema::Integer(Some(IntRange { min: $type::MIN as i128, max: $type::MAX as u128 }));
            type Const = $type;
        }
    )*};
}

integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

impl<T: ToolType> ToolType for Option<T> {
    const SCHEMA: Schema = Schema::Nullable(Held::Static(&T::SCHEMA));
    const REQUIRED: bool = false;
    type Const = T::Const;
}

impl<T: Item> ToolType for Vec<T> {
    const SCHEMA: Schema = Schema::Array(Some(Held::Static(&T::SCHEMA)));
    type Const = &'static [T::Const];
}

impl<T: Item, S: BuildHasher + Default> ToolType for HashMap<String, T, S> {
    const SCHEMA: Schema = Schema::Object(Some(Held::Static(&T::SCHEMA)));
    type Const = NoDefault;
}

impl<T: Item> ToolType for BTreeMap<String, T> {
    const SCHEMA: Schema = Schema::Object(Some(Held::Static(&T::SCHEMA)));
    type Const = NoDefault;
}

impl ToolType for serde_json::Map<String, Value> {
    const SCHEMA: Schema = Schema::Object(None);
    type Const = NoDefault;
}

/// Borrowed text, and the same when it may be left out.
macro_rules! texts {
    ($($type:ty, $given:ty, $text:ident => $make:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Parameter for $type {
            const ACCEPTS: Accepts = Accepts::value(Schema::String, true);
            type Const = &'static str;
            type Given<'a> = $given;
            fn read<'a>(given: &'a Given<'_>) -> Result<$given, Failure> {
                let $text = given.text()?;
                Ok($make)
            }
        }

        #[diagnostic::do_not_recommend]
        impl Parameter for Option<$type> {
            const ACCEPTS: Accepts = Accepts::value(Schema::Nullable(Held::Static(&Schema::String)), false);
            type Const = &'static str;
            type Given<'a> = Option<$given>;
            fn read<'a>(given: &'a Given<'_>) -> Result<Option<$given>, Failure> {
                let text = given.text_or_null()?;
                Ok(text.map(|$text| $make))
            }
        }
    )*};
}

texts! {
    &str, &'a str, text => text;
    Cow<'_, str>, Cow<'a, str>, text => Cow::Borrowed(text);
}
