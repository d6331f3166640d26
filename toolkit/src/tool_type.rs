//! What a parameter's type says about itself: its schema, whether a call must give it, and how a value is read.
//!
//! The macro never looks at the name of a type; it asks these traits, and a type that does not answer is a compile
//! error that shows the table. Whether a value fits the schema is asked before anything is read here.

use crate::{error::Failure, provider::Arguments};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
    hash::BuildHasher,
    mem::ManuallyDrop,
    sync::OnceLock,
};
use toolkit_rules::{Held, IntRange, Param, Schema};

/// Puts the one explanation of an unknown type on each trait whose absence an author can meet.
macro_rules! with_the_table {
    ($($item:item)*) => {$(
        #[diagnostic::on_unimplemented(
            message = "`{Self}` is no type of a tool's parameter",
            label = "no tool can take this type; use one of the table",
            note = "the table: `String`, `char`, `bool`, every integer type, `f32`, `f64`, `Option<X>`, `Vec<X>`, `Vec<Value>`, `HashMap<String, X>`, `BTreeMap<String, X>`, `serde_json::Map`; alone or in an `Option` also `&str` and `Cow<str>`",
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

    /// What stands in a tool's signature: any [`ToolType`], and the borrowed forms of text.
    pub trait Parameter {
        /// What a call may give.
        const ACCEPTS: Accepts;
        /// What `#[arg(default = ..)]` takes.
        type Const: 'static;
        /// The type with the lifetime of one call's arguments.
        type Given<'a>;
        /// Reads a value that was checked against the schema.
        fn read<'a>(slot: &'a Slot<'_>) -> Result<Self::Given<'a>, Failure>;
    }
}

/// What a call may give for a parameter.
pub struct Accepts {
    /// What a value must be; without its destructor, which constants cannot take apart.
    pub schema: ManuallyDrop<Schema>,
    /// Whether a call must give it.
    pub required: bool,
}

impl Accepts {
    const fn new(schema: Schema, required: bool) -> Self {
        Self { schema: ManuallyDrop::new(schema), required }
    }
}

/// The default of a type that no literal stands for.
pub enum NoLiteral {}

impl<T: ToolType> Item for T {
    const SCHEMA: Schema = T::SCHEMA;
    type Const = T::Const;
}

impl Item for Value {
    const SCHEMA: Schema = Schema::Any;
    type Const = NoLiteral;
}

impl<T: ToolType> Parameter for T {
    const ACCEPTS: Accepts = Accepts::new(T::SCHEMA, T::REQUIRED);
    type Const = T::Const;
    type Given<'a> = T;
    fn read(slot: &Slot<'_>) -> Result<T, Failure> {
        slot.parse()
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
    type Const = NoLiteral;
}

impl<T: Item> ToolType for BTreeMap<String, T> {
    const SCHEMA: Schema = Schema::Object(Some(Held::Static(&T::SCHEMA)));
    type Const = NoLiteral;
}

impl ToolType for serde_json::Map<String, Value> {
    const SCHEMA: Schema = Schema::Object(None);
    type Const = NoLiteral;
}

/// Borrowed text, and the same when it may be left out.
macro_rules! texts {
    ($($type:ty, $given:ty, $text:ident => $make:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Parameter for $type {
            const ACCEPTS: Accepts = Accepts::new(Schema::String, true);
            type Const = &'static str;
            type Given<'a> = $given;
            fn read<'a>(slot: &'a Slot<'_>) -> Result<$given, Failure> {
                let $text = slot.text()?;
                Ok($make)
            }
        }

        #[diagnostic::do_not_recommend]
        impl Parameter for Option<$type> {
            const ACCEPTS: Accepts = Accepts::new(Schema::Nullable(Held::Static(&Schema::String)), false);
            type Const = &'static str;
            type Given<'a> = Option<$given>;
            fn read<'a>(slot: &'a Slot<'_>) -> Result<Option<$given>, Failure> {
                if slot.is_null() {
                    return Ok(None);
                }
                let $text = slot.text()?;
                Ok(Some($make))
            }
        }
    )*};
}

texts! {
    &str, &'a str, text => text;
    Cow<'_, str>, Cow<'a, str>, text => Cow::Borrowed(text);
}

/// One argument of one call.
pub struct Slot<'t> {
    /// Its JSON text; that of the default when it was not given.
    json: Option<&'t str>,
    /// Where a text goes whose JSON form has escapes; all others are borrowed from the arguments.
    unescaped: OnceLock<String>,
}

impl<'t> Slot<'t> {
    fn parse<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        // What may be left out and was is `null` to serde.
        serde_json::from_str(self.json.unwrap_or("null")).map_err(|error| misread(&error))
    }

    fn is_null(&self) -> bool {
        self.json.is_none_or(|json| json == "null")
    }

    fn text(&self) -> Result<&str, Failure> {
        let json = self.json.unwrap_or("null");
        if let Some(text) = json.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'))
            && !text.contains('\\')
        {
            return Ok(text);
        }
        if let Some(text) = self.unescaped.get() {
            return Ok(text);
        }
        let text = self.parse()?;
        Ok(self.unescaped.get_or_init(|| text))
    }
}

fn misread(error: &serde_json::Error) -> Failure {
    Failure::new("TypeError", error.to_string())
}

/// The arguments of one call in signature order, defaults filled in.
pub fn slots<'t, const N: usize>(params: &'static [Param], arguments: &'t Arguments) -> [Slot<'t>; N] {
    std::array::from_fn(|at| Slot {
        json: arguments.get(at).or_else(|| params.get(at)?.default.as_deref()),
        unescaped: OnceLock::new(),
    })
}

/// Stands for `T` where its traits may be missing. Reading it finds [`ReadParameter`] first and [`ReadNothing`] for
/// a type without [`Parameter`], so that such a type is one error, in the signature, and not a second one at the call.
pub struct Typed<T>(std::marker::PhantomData<fn() -> T>);

/// A parameter of this type.
#[must_use]
pub const fn typed<T>() -> Typed<T> {
    Typed(std::marker::PhantomData)
}

/// How an expansion reads a parameter whose type is in the table.
pub trait ReadParameter<T: Parameter> {
    /// The value of one call.
    ///
    /// # Errors
    ///
    /// When the text is not of the type.
    fn read<'a>(&self, slot: &'a Slot<'_>) -> Result<T::Given<'a>, Failure>;

    /// Gives its default's type to the expression beside it, and is never called.
    fn constant(&self) -> T::Const;
}

impl<T: Parameter> ReadParameter<T> for Typed<T> {
    fn read<'a>(&self, slot: &'a Slot<'_>) -> Result<T::Given<'a>, Failure> {
        T::read(slot)
    }

    fn constant(&self) -> T::Const {
        unreachable!("only its type is asked for")
    }
}

/// How an expansion reads a parameter whose type is not.
pub trait ReadNothing<T> {
    /// Never reached: a program with such a type does not compile.
    ///
    /// # Errors
    ///
    /// Always.
    fn read(&self, slot: &Slot<'_>) -> Result<T, Failure>;

    /// Takes whatever type the expression beside it has.
    fn constant<V>(&self) -> V;
}

impl<T> ReadNothing<T> for &Typed<T> {
    fn read(&self, _: &Slot<'_>) -> Result<T, Failure> {
        Err(Failure::new("TypeError", "no tool can take this type"))
    }

    fn constant<V>(&self) -> V {
        unreachable!("only its type is asked for")
    }
}
