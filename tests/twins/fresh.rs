use toolkit::tool;

/// A counter that forgets.
pub struct Fresh {
    seen: i64,
}

#[tool]
impl Fresh {
    /// Start at ten.
    #[expect(clippy::new_without_default, reason = "the twin shows a constructor")]
    pub fn new() -> Self {
        Self { seen: 10 }
    }

    /// Count one more.
    pub fn tick(&mut self) -> i64 {
        self.seen += 1;
        self.seen
    }
}
