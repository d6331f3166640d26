//! What one call hands a tool: its arguments, read one after the other in signature order, and its context. Whether
//! the arguments fit was asked before; how a type is read is the type's to say.

use crate::{context::Context, error::Failure, provider::Arguments, spec::ToolSpec, tool_type::Parameter};
use serde::de::DeserializeOwned;
use std::cell::{Cell, OnceCell};
use toolkit_rules::{Schema, json_string};

/// What one call hands over.
pub struct Given<'t> {
    context: &'t Context,
    arguments: &'t Arguments,
    spec: &'static ToolSpec,
    /// The parameter that is read next.
    next: Cell<usize>,
    unescaped: OnceCell<Box<Unescaped>>,
}

/// A text whose JSON form has escapes, kept for the call; all others are borrowed from the arguments.
struct Unescaped {
    text: String,
    next: OnceCell<Box<Self>>,
}

impl<'t> Given<'t> {
    /// What this call hands over to this tool.
    #[must_use]
    pub fn new(spec: &'static ToolSpec, context: &'t Context, arguments: &'t Arguments) -> Self {
        Self { context, arguments, spec, next: Cell::new(0), unescaped: OnceCell::new() }
    }

    pub(crate) fn context(&self) -> &Context {
        self.context
    }

    /// The JSON text of the next argument, or of its default. What may be left out and was is `null`, as serde has it.
    fn json(&self) -> &str {
        let at = self.next.replace(self.next.get() + 1);
        let default = || self.spec.params.get().get(at)?.default.as_deref();
        self.arguments.get(at).or_else(default).unwrap_or("null")
    }

    pub(crate) fn parse<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        self.read(self.json())
    }

    /// What was checked can fail only where a type has a reading of its own.
    fn read<T: DeserializeOwned>(&self, json: &str) -> Result<T, Failure> {
        serde_json::from_str(json).map_err(|error| {
            let error = error.to_string();
            let problem = error.rsplit_once(" at line ").map_or(&*error, |(problem, _)| problem);
            let last = self.spec.params.get().get(self.next.get().wrapping_sub(1));
            let name = last.map_or("", |param| &param.name);
            Failure::new("TypeError", format!("{}: \"{name}\" cannot be read: {problem}", self.spec.name))
        })
    }

    /// A struct whose members are the next arguments; defaults that the schema does not show are serde's.
    pub(crate) fn members<T: DeserializeOwned>(&self, schema: &Schema) -> Result<T, Failure> {
        let Schema::Struct(members) = schema else { return self.parse() };
        let mut text = String::from("{");
        for member in members.iter() {
            let at = self.next.replace(self.next.get() + 1);
            if let Some(json) = self.arguments.get(at).or(member.default.as_deref()) {
                if text.len() > 1 {
                    text.push(',');
                }
                text.push_str(&json_string(&member.name));
                text.push(':');
                text.push_str(json);
            }
        }
        text.push('}');
        self.read(&text)
    }

    pub(crate) fn text(&self) -> Result<&str, Failure> {
        self.unquoted(self.json())
    }

    pub(crate) fn text_or_null(&self) -> Result<Option<&str>, Failure> {
        match self.json() {
            "null" => Ok(None),
            json => self.unquoted(json).map(Some),
        }
    }

    fn unquoted<'a>(&'a self, json: &'a str) -> Result<&'a str, Failure> {
        if let Some(text) = json.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'))
            && !text.contains('\\')
        {
            return Ok(text);
        }
        let text = self.read(json)?;
        let mut end = &self.unescaped;
        while let Some(known) = end.get() {
            end = &known.next;
        }
        Ok(&end.get_or_init(|| Box::new(Unescaped { text, next: OnceCell::new() })).text)
    }
}

/// Stands for `T` where its traits may be missing. Reading it finds [`ReadParameter`] first and [`ReadNothing`] for
/// a type without [`Parameter`], so that such a type is one error, in the signature, and not a second one at the call.
pub struct Typed<T>(std::marker::PhantomData<fn() -> T>);

/// A parameter of this type.
#[must_use]
pub const fn typed<T>() -> &'static Typed<T> {
    &Typed(std::marker::PhantomData)
}

/// How an expansion reads a parameter whose type is in the table.
pub trait ReadParameter<T: Parameter> {
    /// The value of one call.
    ///
    /// # Errors
    ///
    /// When the text is not of the type.
    fn read<'a>(&self, given: &'a Given<'_>) -> Result<T::Given<'a>, Failure>;

    /// The value of one call, whose members are parameters.
    ///
    /// # Errors
    ///
    /// When a member's text is not of its type.
    fn read_members<'a>(&self, given: &'a Given<'_>) -> Result<T::Given<'a>, Failure>;

    /// Gives its default's type to the expression beside it, and is never called.
    fn constant(&self) -> T::Const;
}

impl<T: Parameter> ReadParameter<T> for Typed<T> {
    fn read<'a>(&self, given: &'a Given<'_>) -> Result<T::Given<'a>, Failure> {
        T::read(given)
    }

    fn read_members<'a>(&self, given: &'a Given<'_>) -> Result<T::Given<'a>, Failure> {
        T::read_members(given)
    }

    fn constant(&self) -> T::Const {
        unreachable!("only its type is asked for")
    }
}

/// How an expansion reads a parameter whose type says its schema itself.
pub trait ReadForeign<T> {
    /// The value of one call.
    ///
    /// # Errors
    ///
    /// When the text is not of the type.
    fn read_foreign(&self, given: &Given<'_>) -> Result<T, Failure>;
}

impl<T: DeserializeOwned> ReadForeign<T> for Typed<T> {
    fn read_foreign(&self, given: &Given<'_>) -> Result<T, Failure> {
        given.parse()
    }
}

/// How an expansion reads a parameter whose type is not.
pub trait ReadNothing<T> {
    /// Never reached: a program with such a type does not compile.
    ///
    /// # Errors
    ///
    /// Always.
    fn read(&self, given: &Given<'_>) -> Result<T, Failure>;

    /// Never reached either.
    ///
    /// # Errors
    ///
    /// Always.
    fn read_members(&self, given: &Given<'_>) -> Result<T, Failure>;

    /// Nor is this.
    ///
    /// # Errors
    ///
    /// Always.
    fn read_foreign(&self, given: &Given<'_>) -> Result<T, Failure>;

    /// Takes whatever type the expression beside it has.
    fn constant<V>(&self) -> V;
}

impl<T> ReadNothing<T> for &Typed<T> {
    fn read(&self, _: &Given<'_>) -> Result<T, Failure> {
        Err(Failure::new("TypeError", "no tool can take this type"))
    }

    fn read_members(&self, given: &Given<'_>) -> Result<T, Failure> {
        self.read(given)
    }

    fn read_foreign(&self, given: &Given<'_>) -> Result<T, Failure> {
        self.read(given)
    }

    fn constant<V>(&self) -> V {
        unreachable!("only its type is asked for")
    }
}
