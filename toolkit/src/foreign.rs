//! Parameters of foreign types, which say their schema through `schemars`: asked once, when the program starts,
//! written without references and in the order of catalogs. A type that holds itself has no such schema.

use crate::parts::Accepted;

/// Stands for the type of a parameter that is marked `schemars`.
///
/// `(&foreign::<T>()).accepted()` finds [`AcceptsNull`] for an `Option` and [`AcceptsValues`] for any other type.
pub struct ForeignType<T>(std::marker::PhantomData<fn() -> T>);

/// The type of a parameter that is marked `schemars`.
#[must_use]
pub const fn foreign<T>() -> &'static ForeignType<T> {
    &ForeignType(std::marker::PhantomData)
}

#[cfg(feature = "schemars")]
mod accepted;
#[cfg(feature = "schemars")]
mod cleaned;
#[cfg(feature = "schemars")]
pub use accepted::{AcceptsNull, AcceptsValues};

/// What no type implements while the feature is off.
#[cfg(not(feature = "schemars"))]
#[diagnostic::on_unimplemented(
    message = "`#[arg(schemars)]` needs the feature `schemars` of the crate `toolkit`",
    label = "write `features = [\"schemars\"]` at `toolkit` in Cargo.toml"
)]
pub trait NeedsTheFeature {}

/// Stands where the feature would say more.
#[cfg(not(feature = "schemars"))]
pub trait AcceptsValues<T> {
    /// Never reached.
    ///
    /// # Errors
    ///
    /// Always.
    fn accepted(&self) -> Result<Accepted, String>
    where
        T: NeedsTheFeature,
    {
        Err(String::new())
    }
}

#[cfg(not(feature = "schemars"))]
impl<T> AcceptsValues<T> for ForeignType<T> {}
