//! Who is calling: what a tool may learn about the call it is in.

use std::time::Instant;

/// One run: one conversation's lifetime. Instances with `scope = "run"` live as long as it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RunId(pub u64);

/// The call a tool is in.
#[derive(Clone, Debug)]
pub struct Context {
    /// The run the call belongs to.
    pub run: RunId,
    /// When the call's bound ends.
    pub deadline: Instant,
}
