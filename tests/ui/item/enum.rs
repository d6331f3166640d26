use toolkit::tool;

#[tool]
enum Mode {
    Fast,
}

fn main() {}
