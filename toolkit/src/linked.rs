//! Rust tools as the linker hands them over: one static entry a tool, submitted through `inventory` by the expansion
//! of `#[tool]`. The linker promises no order; the source gives it.

use crate::{context::Context, error::Failure, outcome::Outcome, provider::Arguments, spec::ToolSpec};
use std::{any::Any, future::Future, pin::Pin};
use toolkit_rules::Scope;

/// The future of an async tool.
pub type AsyncCall<'a> = Pin<Box<dyn Future<Output = Outcome> + Send + 'a>>;

/// One linked tool.
pub struct LinkedTool {
    /// The tool as data, computed by the compiler.
    pub spec: &'static ToolSpec,
    /// How it is called.
    pub entry: Entry,
}

/// How a linked tool is called. Decoding the checked arguments is part of the function.
#[derive(Clone, Copy)]
pub enum Entry {
    /// A function.
    Function(fn(&Context, &Arguments) -> Outcome),
    /// An async function.
    AsyncFunction(fn(Context, Arguments) -> AsyncCall<'static>),
    /// A method of an impl block's instance.
    Method(&'static Group, fn(&mut Instance, &Context, &Arguments) -> Outcome),
    /// An async method of an impl block's instance.
    AsyncMethod(&'static Group, for<'a> fn(&'a mut Instance, Context, Arguments) -> AsyncCall<'a>),
}

/// An impl block's instance, whatever its type.
pub type Instance = dyn Any + Send;

/// One impl block.
pub struct Group {
    /// The type's name, for error texts.
    pub type_name: &'static str,
    /// How long an instance lives.
    pub scope: Scope,
    /// Makes one.
    pub construct: fn(&Context) -> Result<Box<Instance>, Failure>,
}

inventory::collect!(LinkedTool);

/// The tools that are linked into this program, in the order of their sources.
pub(crate) fn linked() -> Vec<&'static LinkedTool> {
    let mut tools: Vec<_> = inventory::iter::<LinkedTool>.into_iter().collect();
    tools.sort_by(|a, b| a.spec.origin.order().cmp(&b.spec.origin.order()));
    tools
}

/// The names of the Rust tools that are linked into this program, in catalog order: by file, crate, line and column.
///
/// A program that links tools and prints none has lost them: a crate of tools that nothing else of the program
/// mentions is only linked when the program says `use that_crate as _;`.
pub fn tool_names() -> impl Iterator<Item = &'static str> {
    linked().into_iter().map(|tool| tool.spec.name.get())
}

/// The instance as the type its impl block is of.
///
/// # Errors
///
/// When it is of another type, which is a fault of the caller.
pub fn instance<T: Any>(instance: &mut Instance) -> Result<&mut T, Failure> {
    instance.downcast_mut().ok_or_else(|| Failure::new("RuntimeError", "the instance is of another tool"))
}

/// An instance made by the constructor that was written.
///
/// # Errors
///
/// Never; the type is that of a [`Group`]'s constructor.
pub fn made<T: Any + Send>(instance: T) -> Result<Box<Instance>, Failure> {
    Ok(Box::new(instance))
}

/// The constructor of a type that has only a default.
///
/// # Errors
///
/// Never; the type is that of a [`Group`]'s constructor.
pub fn by_default<T: Any + Send + Default>(_: &Context) -> Result<Box<Instance>, Failure> {
    made(T::default())
}
