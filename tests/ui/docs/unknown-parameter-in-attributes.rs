use toolkit::tool;

#[doc = "Count."]
#[doc = ""]
#[doc = "Args:"]
#[doc = "    m: How many."]
#[tool]
fn count(n: u8) -> u8 {
    n
}

fn main() {}
