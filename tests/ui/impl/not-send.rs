use std::rc::Rc;
use toolkit::tool;

#[derive(Default)]
struct Counter(Rc<u8>);

#[tool]
impl Counter {
    /// Count.
    pub fn count(&self) -> u8 {
        *self.0
    }
}

fn main() {}
