use serde::Deserialize;
use toolkit::ToolType;

#[derive(Deserialize, ToolType)]
#[serde(try_from = "String")]
struct Day {
    number: u8,
}

impl TryFrom<String> for Day {
    type Error = std::num::ParseIntError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Ok(Self { number: text.parse()? })
    }
}

fn main() {}
