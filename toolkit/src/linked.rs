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
    pub spec: ToolSpec,
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

/// The tools that are linked into this program, in the linker's order.
pub fn linked() -> Vec<&'static LinkedTool> {
    inventory::iter::<LinkedTool>.into_iter().collect()
}
