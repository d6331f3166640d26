//! Tools under the strictest lints there are, with their arguments documented in every way.

#![forbid(unsafe_code)]
#![deny(
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    unused_qualifications,
    unused_lifetimes,
    unused_results,
    warnings,
    clippy::all,
    clippy::cargo_common_metadata,
    clippy::nursery,
    clippy::pedantic,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::missing_docs_in_private_items,
    rustdoc::all
)]
#![allow(clippy::cargo_common_metadata, reason = "this crate is not published")]

pub mod documented;
mod kept;
pub mod shapes;
