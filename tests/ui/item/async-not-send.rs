use std::{future, rc::Rc};
use toolkit::tool;

/// Count.
#[tool]
async fn count() -> u8 {
    let one = Rc::new(1);
    future::ready(()).await;
    *one
}

fn main() {}
