//! `#[tool]` and its companions.
