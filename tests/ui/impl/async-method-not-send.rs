use std::rc::Rc;
use toolkit::tool;

#[derive(Default)]
struct Counter;

/// Counts.
#[tool]
impl Counter {
    /// Count.
    pub async fn count(&self) -> u8 {
        let one = Rc::new(1);
        std::future::ready(()).await;
        *one
    }
}

fn main() {}
