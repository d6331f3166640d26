//! The Rust tools: one file a group, as in `examples/tools`.

mod colours;
mod counter;
mod primes;
mod text;
