use toolkit::tool;

struct Counter;

#[tool]
impl Default for Counter {
    fn default() -> Self {
        Self
    }
}

fn main() {}
