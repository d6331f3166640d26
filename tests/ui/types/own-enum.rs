use toolkit::tool;

enum Either {
    Whole(u32),
    Real(f32),
}

/// Count.
#[tool]
fn count(either: Either) -> u32 {
    match either {
        Either::Whole(whole) => whole,
        Either::Real(_) => 0,
    }
}

fn main() {}
