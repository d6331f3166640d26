use toolkit::{Image, tool};

/// Count.
#[tool]
fn count() -> (String, Image) {
    (String::new(), Image::png([]))
}

fn main() {}
