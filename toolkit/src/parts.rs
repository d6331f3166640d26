//! What stands in a tool's signature, as its macro finds it, and the flat list of parameters that the compiler makes
//! of it: what the program hands over takes no place in it, the members of a struct several.

use crate::{states::Need, tool_type::Accepts};
use std::mem::{self, ManuallyDrop};
use toolkit_rules::{Held, Out, Param, Schema};

/// One parameter of the function.
pub enum Part {
    /// One parameter of the tool.
    One(Param),
    /// The members of a struct, each a parameter of the tool.
    Members(&'static [Param]),
    /// A parameter whose type says its schema when the program starts.
    Foreign(Param, fn() -> Result<Accepted, String>),
    /// What has no members to be parameters, so that the program does not compile.
    NoMembers,
    /// What the program hands over, and must have been given.
    Hidden(Option<Need>),
}

/// What a type of somebody else accepts.
pub struct Accepted {
    /// What a value must be.
    pub schema: Schema,
    /// Whether a call must give it.
    pub required: bool,
    /// What the type says about itself, where the parameter says nothing.
    pub description: String,
}

/// A parameter whose type says its schema when the program starts.
#[must_use]
pub const fn parameter_foreign(
    name: &'static str,
    description: &'static str,
    accepts: fn() -> Result<Accepted, String>,
) -> Part {
    Part::Foreign(param(name, description, ManuallyDrop::new(Schema::Later), false, None), accepts)
}

/// A parameter as it is written.
///
/// # Panics
///
/// While it compiles, when it is described and no model sees it.
#[must_use]
#[track_caller]
pub const fn parameter(name: &'static str, description: &'static str, accepts: Accepts) -> Part {
    match accepts {
        Accepts::Nothing(_) if !description.is_empty() => no_model_sees(name),
        Accepts::Nothing(need) => Part::Hidden(need),
        Accepts::Value { schema, required } => Part::One(param(name, description, schema, required, None)),
    }
}

/// A parameter with something in `#[arg(..)]`.
///
/// # Panics
///
/// While it compiles, when no model sees it.
#[must_use]
#[track_caller]
pub const fn parameter_as(name: &'static str, description: &'static str, accepts: Accepts) -> Part {
    match accepts {
        Accepts::Nothing(_) => no_model_sees(name),
        value => parameter(name, description, value),
    }
}

/// A parameter with a default, as JSON text. The compiler has seen that it is one of the type's values, which what the
/// program hands over has none of.
#[must_use]
pub const fn parameter_or(
    name: &'static str,
    description: &'static str,
    accepts: Accepts,
    default: &'static str,
) -> Part {
    match accepts {
        Accepts::Nothing(need) => Part::Hidden(need),
        Accepts::Value { schema, .. } => {
            Part::One(param(name, description, schema, false, Some(Held::Static(default))))
        }
    }
}

/// A struct whose members are parameters in its place; whether it is one is asked by [`members_fit`].
#[must_use]
pub const fn members(accepts: Accepts) -> Part {
    if let Accepts::Value { schema, .. } = accepts {
        let schema = ManuallyDrop::into_inner(schema);
        let members = match &schema {
            Schema::Struct(Held::Static(members)) => Some(*members),
            _ => None,
        };
        mem::forget(schema);
        if let Some(members) = members {
            return Part::Members(members);
        }
    }
    Part::NoMembers
}

#[track_caller]
const fn no_model_sees(name: &str) -> ! {
    fail(&[
        "`",
        name,
        "` is handed over by the program, and no model sees it; take its description and its `#[arg(..)]` away",
    ])
}

/// Panics with these words in a row.
#[track_caller]
const fn fail(words: &[&str]) -> ! {
    let mut buffer = [0; 1024];
    let mut out = Out::new(&mut buffer);
    let mut i = 0;
    while i < words.len() {
        out.text(words[i]);
        i += 1;
    }
    let len = out.len();
    match std::str::from_utf8(buffer.split_at(len).0) {
        Ok(text) => panic!("{}", text),
        Err(_) => panic!("names are written in whole characters"),
    }
}

const fn param(
    name: &'static str,
    description: &'static str,
    schema: ManuallyDrop<Schema>,
    required: bool,
    default: Option<Held<str>>,
) -> Param {
    Param {
        name: Held::Static(name),
        schema: ManuallyDrop::into_inner(schema),
        required,
        description: Held::Static(description),
        default,
        null_when_absent: false,
    }
}

/// How many parameters the tool has.
#[must_use]
pub const fn count(parts: &[Part]) -> usize {
    let (mut n, mut i) = (0, 0);
    while i < parts.len() {
        n += match &parts[i] {
            Part::One(_) | Part::Foreign(..) => 1,
            Part::Members(members) => members.len(),
            Part::NoMembers | Part::Hidden(_) => 0,
        };
        i += 1;
    }
    n
}

/// The parameters of the tool.
#[must_use]
pub const fn flat<const N: usize>(parts: &'static [Part]) -> [Param; N] {
    let mut params = [const { param("", "", ManuallyDrop::new(Schema::Any), false, None) }; N];
    let (mut n, mut i) = (0, 0);
    while i < parts.len() {
        match &parts[i] {
            Part::NoMembers | Part::Hidden(_) => {}
            Part::One(one) | Part::Foreign(one, _) => {
                mem::forget(mem::replace(&mut params[n], one.share()));
                n += 1;
            }
            Part::Members(members) => {
                let mut member = 0;
                while member < members.len() {
                    mem::forget(mem::replace(&mut params[n], members[member].share()));
                    n += 1;
                    member += 1;
                }
            }
        }
        i += 1;
    }
    params
}

/// Asks whether a flattened parameter is a struct whose members' names differ from all others; the macro has compared
/// those that it sees.
///
/// # Panics
///
/// While it compiles, when it is not.
#[track_caller]
pub const fn members_fit(parts: &[Part], at: usize) {
    let Part::Members(members) = &parts[at] else {
        panic!("only a struct has members to flatten; derive `ToolType` for one, or take `flatten` away")
    };
    let mut part = 0;
    while part < parts.len() {
        match &parts[part] {
            Part::One(one) | Part::Foreign(one, _) => differ(members, one),
            // A later one asks for itself.
            Part::Members(others) if part < at => {
                let mut other = 0;
                while other < others.len() {
                    differ(members, &others[other]);
                    other += 1;
                }
            }
            _ => {}
        }
        part += 1;
    }
}

#[track_caller]
const fn differ(members: &[Param], other: &Param) {
    let mut i = 0;
    while i < members.len() {
        let name = other.name.get();
        if same(members[i].name.get(), name) {
            fail(&["two parameters are called `", name, "`, one of them a member of this struct; rename one"]);
        }
        i += 1;
    }
}

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

/// Asks whether a parameter may have the default `None`, which is written for all types alike.
///
/// # Panics
///
/// While it compiles, when it may not.
#[track_caller]
pub const fn takes_none(accepts: Accepts) {
    let required = !matches!(accepts, Accepts::Value { required: false, .. });
    assert!(!required, "`None` is no value of this type; make it an `Option`, or write a default that is one");
}

/// Asks whether a parameter may have the default `[]`, which is written for all lists alike.
///
/// # Panics
///
/// While it compiles, when it may not.
#[track_caller]
pub const fn takes_no_items(accepts: Accepts) {
    let list = match accepts {
        Accepts::Nothing(_) => false,
        Accepts::Value { schema, .. } => {
            let schema = ManuallyDrop::into_inner(schema);
            let list = is_list(&schema);
            mem::forget(schema);
            list
        }
    };
    assert!(list, "`[]` is no value of this type; make it a `Vec`, or write a default that is one");
}

const fn is_list(schema: &Schema) -> bool {
    match schema {
        Schema::Array(_) => true,
        Schema::Nullable(inner) => is_list(inner.get()),
        _ => false,
    }
}
