//! A part of a tool that is either known to the compiler or made at run time: a Rust tool's parts are the first, a
//! Python tool's the second, and nothing downstream has to tell them apart. Reading it is `const` in both cases.

use std::{fmt, ops::Deref};

/// A `T` that is part of the program, or owned.
pub enum Held<T: ?Sized + 'static> {
    /// Part of the program.
    Static(&'static T),
    /// Made while the program runs.
    Owned(Box<T>),
}

impl<T: ?Sized> Held<T> {
    /// The value; the `const` form of `Deref`.
    #[must_use]
    pub const fn get(&self) -> &T {
        match self {
            Self::Static(value) => value,
            Self::Owned(value) => value,
        }
    }

    /// The same part of the program once more; the `const` form of `clone`.
    ///
    /// # Panics
    ///
    /// When it is owned, which nothing is that the compiler made.
    #[must_use]
    pub const fn share(&self) -> Self {
        match self {
            Self::Static(value) => Self::Static(value),
            Self::Owned(_) => panic!("only what is part of the program can be shared"),
        }
    }
}

impl<T: ?Sized> Deref for Held<T> {
    type Target = T;
    fn deref(&self) -> &T {
        self.get()
    }
}

impl<T: ?Sized> Clone for Held<T>
where
    Box<T>: Clone,
{
    fn clone(&self) -> Self {
        match self {
            Self::Static(value) => Self::Static(value),
            Self::Owned(value) => Self::Owned(value.clone()),
        }
    }
}

impl<T: ?Sized + PartialEq> PartialEq for Held<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: ?Sized + Eq> Eq for Held<T> {}

impl<T: ?Sized + fmt::Debug> fmt::Debug for Held<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: ?Sized + fmt::Display> fmt::Display for Held<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T> From<T> for Held<T> {
    fn from(value: T) -> Self {
        Self::Owned(Box::new(value))
    }
}

impl From<String> for Held<str> {
    fn from(value: String) -> Self {
        Self::Owned(value.into())
    }
}

impl<T> From<Vec<T>> for Held<[T]> {
    fn from(value: Vec<T>) -> Self {
        Self::Owned(value.into())
    }
}
