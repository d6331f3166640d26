use toolkit::tool;

#[derive(serde::Deserialize)]
struct Place {
    line: u32,
}

/// Look.
#[tool]
fn look(#[arg(flatten)] place: Place) -> u32 {
    place.line
}

fn main() {}
