//! What a type's `new` takes and gives: nothing or the context, an instance or why there is none. Types answer, not
//! names; when an instance is made is not decided here.

use crate::{context::Context, error::Failure, linked::Instance, outcome::Outcome};
use std::{any::Any, convert::Infallible};

/// What the one argument of `new` may be.
#[diagnostic::on_unimplemented(
    message = "`new` is called without arguments or with the context, and `{Self}` is no context",
    label = "write `ctx: &Context` here, or nothing"
)]
pub trait ConstructorArgument {
    /// The type with the lifetime of the call that makes the instance.
    type Given<'a>;
    /// The argument.
    fn of(context: &Context) -> Self::Given<'_>;
}

impl ConstructorArgument for &Context {
    type Given<'a> = &'a Context;
    fn of(context: &Context) -> &Context {
        context
    }
}

impl ConstructorArgument for Context {
    type Given<'a> = Self;
    fn of(context: &Context) -> Self {
        context.clone()
    }
}

/// What the constructor of `S` may return.
#[diagnostic::on_unimplemented(
    message = "`new` makes no `{S}`",
    label = "this is a `{Self}`; return `Self`, or a `Result` of it"
)]
pub trait Constructs<S> {
    /// Why there is none.
    type Error;
    /// The instance.
    ///
    /// # Errors
    ///
    /// The constructor's.
    fn instance(self) -> Result<S, Self::Error>;
}

impl<S> Constructs<S> for S {
    type Error = Infallible;
    fn instance(self) -> Result<S, Infallible> {
        Ok(self)
    }
}

impl<S, E> Constructs<S> for Result<S, E> {
    type Error = E;
    fn instance(self) -> Self {
        self
    }
}

/// The instance that a constructor returned.
///
/// # Errors
///
/// The constructor's.
pub fn made<S: Any + Send, T: Constructs<S>>(value: T) -> Result<Box<Instance>, T::Error> {
    value.instance().map(|instance| -> Box<Instance> { Box::new(instance) })
}

/// A constructor's error as the result of a tool, which says what errors are called.
///
/// # Errors
///
/// Always.
pub fn failed<E>(error: E) -> Result<(), E> {
    Err(error)
}

/// That result's failure, of a call without an instance.
///
/// # Errors
///
/// Always.
pub fn unmade(outcome: Outcome) -> Result<Box<Instance>, Failure> {
    let unsaid = |_| Failure::new("RuntimeError", "there is no instance; call again");
    Err(outcome.map(unsaid).unwrap_or_else(|failure| failure))
}
