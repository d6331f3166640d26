//! What a program hands its tools: one value a type, and secrets by name, put in at start and shared by all calls.
//!
//! Values are never replaced or taken out: a tool that changes one brings its own lock.

use crate::secrets::Secrets;
use std::{
    any::{Any, TypeId},
    collections::HashMap,
    fmt,
    ops::Deref,
    sync::Arc,
};

/// A value that the program put in at its start: a database pool, a client.
///
/// As a parameter of a tool it is hidden from the schema, and a program that put none in does not start.
#[derive(Debug)]
pub struct State<T>(Arc<T>);

impl<T> State<T> {
    /// Shares a value.
    pub fn new(value: T) -> Self {
        Self(Arc::new(value))
    }

    /// The value, for as long as one likes.
    #[must_use]
    pub fn into_arc(self) -> Arc<T> {
        self.0
    }
}

impl<T> Deref for State<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> Clone for State<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

/// A state that a tool takes, by its type.
#[derive(Clone, Copy, Debug)]
pub struct Need {
    /// Which type.
    pub type_id: fn() -> TypeId,
    /// Its name, for whoever did not put it in.
    pub type_name: fn() -> &'static str,
}

impl<T: Send + Sync + 'static> State<T> {
    /// What a tool that takes one needs.
    pub const NEED: Need = Need { type_id: TypeId::of::<T>, type_name: std::any::type_name::<T> };
}

/// All that a program put in.
#[derive(Clone, Default)]
pub(crate) struct States(Arc<Put>);

#[derive(Clone, Default)]
struct Put {
    values: HashMap<TypeId, Arc<dyn Any + Send + Sync>>,
    secrets: Secrets,
}

impl States {
    /// Puts a value in; one of the same type goes.
    #[cfg(any(feature = "dispatch", test))]
    pub(crate) fn put<T: Send + Sync + 'static>(&mut self, value: T) {
        Arc::make_mut(&mut self.0).values.insert(TypeId::of::<T>(), Arc::new(value));
    }

    /// The value of this type.
    pub(crate) fn get<T: Send + Sync + 'static>(&self) -> Option<State<T>> {
        let value = self.0.values.get(&TypeId::of::<T>())?;
        Arc::clone(value).downcast().ok().map(State)
    }

    /// Puts a secret in; one of the same name goes.
    #[cfg(feature = "dispatch")]
    pub(crate) fn put_secret(&mut self, name: impl Into<String>, value: impl Into<String>) {
        Arc::make_mut(&mut self.0).secrets.put(name.into(), value.into());
    }

    /// The secrets that were put in.
    pub(crate) fn secrets(&self) -> &Secrets {
        &self.0.secrets
    }

    /// Whether nobody put this in.
    #[cfg(any(feature = "server", test))]
    pub(crate) fn lacks(&self, need: &Need) -> bool {
        !self.0.values.contains_key(&(need.type_id)())
    }
}

impl fmt::Debug for States {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What a program holds may be secret.
        write!(f, "States({})", self.0.values.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_value_a_type_is_kept_and_shared() {
        let mut states = States::default();
        states.put(1_u8);
        let before = states.clone();
        states.put(2_u8);
        states.put("text");
        let number = |states: &States| states.get::<u8>().map(|state| *state);
        assert_eq!((number(&before), number(&states)), (Some(1), Some(2)));
        assert_eq!(states.get::<&str>().map(|state| state.len()), Some(4));
        assert!(
            !states.lacks(&State::<u8>::NEED) && states.lacks(&State::<u16>::NEED) && states.get::<u16>().is_none()
        );
    }
}
