//! The Rust tools: one file a group, as in `examples/tools`.

mod counter;
mod primes;
mod text;
