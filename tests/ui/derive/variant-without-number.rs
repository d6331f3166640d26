use toolkit::ToolType;

#[derive(ToolType)]
#[tool_type(integer)]
enum Level {
    Low = 1,
    High,
}

fn main() {}
