use toolkit::tool;

/// A counter that forgets.
pub struct Fresh {
    seen: i64,
}

#[tool]
impl Fresh {
    /// Start at ten.
    pub fn new() -> Self {
        Self { seen: 10 }
    }

    /// Count one more.
    pub fn tick(&mut self) -> i64 {
        self.seen += 1;
        self.seen
    }
}
