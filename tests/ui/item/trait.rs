use toolkit::tool;

#[tool]
trait Count {
    fn count(&self) -> u8;
}

fn main() {}
