use toolkit::{Context, tool};

struct Notes;

#[tool]
impl Notes {
    pub fn new(ctx: &Context, size: u8) -> Self {
        let _ = (ctx, size);
        Self
    }

    /// Look.
    pub fn look(&self) {}
}

fn main() {}
