use toolkit::tool;

#[tool]
const ONE: u8 = 1;

fn main() {}
