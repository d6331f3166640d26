use toolkit::tool;

#[tool]
mod counting {}

fn main() {}
