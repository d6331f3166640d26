use toolkit::tool;

struct Point;

/// Move a thing.
///
/// Args:
///     form: Where from.
#[tool(nmae = "move", timeout = "soon")]
unsafe fn shift(
    from: Point,
    (x, y): (u8, u8),
    #[arg(rename = "how far")] far: u8,
    #[arg(default = (1, 2))] n: u8,
) -> u8 {
    let Point = from;
    x + y + far + n
}

/// Keep a thing.
#[tool]
fn keep<T>(thing: T, words: Vec<&str>) -> T {
    drop(words);
    thing
}

#[tool(scope = "session")]
impl Point {
    pub fn new(_: u8) -> Self {
        Self
    }

    /// Look.
    pub fn look(self, größe: u8) -> u8 {
        größe
    }
}

fn main() {}
