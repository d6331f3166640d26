use toolkit::assert_schema;

fn add(a: u8, b: u8) -> u8 {
    a + b
}

assert_schema!(add, { "type": "object", "properties": {}, "required": [] });

fn main() {}
