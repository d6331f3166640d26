//! What the Python half says about a tools folder: files, tools, parameters and hints as they are written. Nothing is
//! judged here; what follows from it is in [`crate::lower`].

use serde::Deserialize;

/// The whole folder.
#[derive(Debug, Deserialize)]
pub struct Folder {
    /// Every `*.py` file of it, helpers included.
    pub files: Vec<Seen>,
}

/// One file as it was when it was last read.
#[derive(Debug, Deserialize)]
pub struct Seen {
    /// Its name without `.py`.
    pub stem: String,
    /// Its state before it was read.
    pub stamp: Stamp,
    /// The files of the folder that it imports, however far away; those that are not there have no state.
    pub imports: Vec<(String, Option<Stamp>)>,
    /// The loader's number for each of its tools, in the order of [`File::tools`].
    pub keys: Vec<u64>,
    /// What it holds.
    pub facts: File,
}

/// The state of a file: modification time in nanoseconds, size, inode.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
pub struct Stamp(pub i64, pub u64, pub u64);

/// What a file holds. A helper holds nothing.
#[derive(Debug, Default, Deserialize, PartialEq)]
#[serde(default)]
pub struct File {
    /// Why it does not load.
    pub error: Option<Failed>,
    /// What it says about how long an instance lives.
    pub scope: Option<ScopeWord>,
    /// Its public classes.
    pub classes: Vec<Class>,
    /// The docstring of its one public class.
    pub class_doc: Option<String>,
    /// How an instance of that class is made.
    pub constructor: Option<Constructor>,
    /// Names in `__all__` that the file does not define.
    pub absent: Vec<String>,
    /// The line of `__all__`.
    pub exports_line: Option<u32>,
    /// Functions written here in whose place a decorator put one of another file.
    pub elsewhere: Vec<Class>,
    /// The tools, in source order.
    pub tools: Vec<Tool>,
}

/// An import that failed.
#[derive(Debug, Deserialize, PartialEq)]
pub struct Failed {
    /// The stem of the file that it failed in: this one, or one that this one needs.
    pub at: String,
    /// The line in that file.
    pub line: Option<u32>,
    /// What the interpreter said.
    pub message: String,
}

/// The value of a file's `scope`.
#[derive(Debug, Deserialize, PartialEq)]
pub struct ScopeWord {
    /// Its text, or its `repr` when it is none.
    pub word: String,
    /// Where it is set.
    pub line: u32,
}

/// A name and the line it is defined on.
#[derive(Debug, Deserialize, PartialEq)]
pub struct Class {
    /// The name.
    pub name: String,
    /// The line.
    pub line: u32,
}

/// What making an instance asks for.
#[derive(Debug, Deserialize, PartialEq)]
pub struct Constructor {
    /// The line of `__init__`, when the class itself has one.
    pub line: Option<u32>,
    /// The arguments without a default.
    pub required: Vec<String>,
    /// Whether one argument can be given without its name.
    pub takes: bool,
}

/// One function or method.
#[derive(Debug, Deserialize, PartialEq)]
pub struct Tool {
    /// The name it is bound to.
    pub name: String,
    /// What it is called on.
    pub kind: Kind,
    /// Whether a method has a parameter for what it is called on.
    pub receiver: bool,
    /// The line of its `def`.
    pub line: u32,
    /// Its docstring as written.
    pub doc: Option<String>,
    /// The line the docstring starts on.
    pub doc_line: u32,
    /// Its parameters, without `self`, `cls` and the context.
    pub parameters: Vec<Parameter>,
}

/// What a tool is called on.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Nothing.
    Function,
    /// An instance.
    Method,
    /// The class.
    ClassMethod,
    /// Nothing, in a class.
    StaticMethod,
}

/// One parameter.
#[derive(Debug, Deserialize, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// How it may be given.
    pub kind: Passing,
    /// Its line.
    pub line: u32,
    /// Its type hint.
    pub hint: Option<Hint>,
    /// The hint as its author would write it.
    pub text: Option<String>,
    /// Its default value.
    pub default: Option<Default>,
}

/// How a parameter may be given.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Passing {
    /// By place only: before a `/`.
    PositionalOnly,
    /// By place or by name.
    Plain,
    /// By name only: after a `*`.
    KeywordOnly,
    /// `*args`.
    Variadic,
    /// `**kwargs`.
    Keywords,
}

/// A default value.
#[derive(Debug, Deserialize, PartialEq)]
pub struct Default {
    /// The name of its type.
    pub kind: String,
    /// Its JSON text, when it has one.
    pub json: Option<String>,
    /// Its `repr`, when it has no JSON text.
    pub shown: Option<String>,
    /// Why it has no JSON text.
    pub why: Option<String>,
}

/// A type hint.
#[derive(Debug, Deserialize, PartialEq)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Hint {
    /// `str`.
    Str,
    /// `int`.
    Int,
    /// `float`.
    Float,
    /// `bool`.
    Bool,
    /// `None`.
    None,
    /// `list`, `list[X]`.
    List {
        /// `X`.
        items: Option<Box<Hint>>,
    },
    /// `dict`, `dict[K, X]`.
    Dict {
        /// `K`.
        keys: Option<Box<Hint>>,
        /// `X`.
        values: Option<Box<Hint>>,
    },
    /// `X | Y`.
    Union {
        /// Its parts.
        of: Vec<Hint>,
    },
    /// `Literal[...]`.
    Literal {
        /// Its values.
        values: Vec<Value>,
    },
    /// `Annotated[X, ...]`.
    Annotated {
        /// `X`.
        inner: Box<Hint>,
        /// What stands beside it.
        notes: Vec<Note>,
    },
    /// The context, inside another type.
    Context,
    /// A text that Python cannot read as a type.
    Unresolved {
        /// The text.
        text: String,
        /// What the interpreter said.
        message: String,
    },
    /// Anything else.
    Other {
        /// As its author would write it.
        text: String,
        /// The kind of thing it is.
        family: Family,
        /// The `Literal` that says the same.
        instead: Option<String>,
    },
}

/// A value of a `Literal`.
#[derive(Debug, Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    /// `None`.
    #[serde(rename = "none")]
    Nothing(bool),
    /// A text.
    String(String),
    /// The digits of a whole number.
    Integer(String),
    /// `True` or `False`.
    Boolean(bool),
    /// The `repr` of something else.
    Other(String),
}

/// What stands beside the type in an `Annotated`.
#[derive(Debug, Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum Note {
    /// A description.
    Text(String),
    /// The `repr` of anything else.
    Constraint(String),
}

/// The kinds of types that no row of the table holds.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Family {
    /// `Any`, `object`.
    Any,
    /// `bytes` and its kin.
    Bytes,
    /// `tuple`.
    Tuple,
    /// `set`, `frozenset`.
    Set,
    /// An enum.
    Enum,
    /// A dataclass, named tuple, typed dict or model.
    Record,
    /// A type that names itself.
    Recursive,
    /// Any other class.
    Class,
    /// No class at all.
    Other,
}
