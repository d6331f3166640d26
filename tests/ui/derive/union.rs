use toolkit::ToolType;

#[derive(ToolType)]
union Either {
    whole: u32,
    real: f32,
}

fn main() {}
