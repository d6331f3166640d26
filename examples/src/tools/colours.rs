//! Results that are more than a text: an image, and values whose schema a client knows before it calls.

use serde::{Deserialize, Serialize};
use toolkit::{Content, Image, Json, ToolError, ToolType, tool};

/// A colour of light.
#[derive(Clone, Copy, Serialize, Deserialize, ToolType)]
pub struct Colour {
    /// From 0 to 255.
    red: u8,
    /// From 0 to 255.
    green: u8,
    /// From 0 to 255.
    blue: u8,
    /// The name it goes by.
    name: Option<Name>,
}

/// A colour that has a name.
#[derive(Clone, Copy, Serialize, Deserialize, ToolType)]
#[serde(rename_all = "lowercase")]
pub enum Name {
    Coral,
    Navy,
    Olive,
}

impl Name {
    const ALL: [Self; 3] = [Self::Coral, Self::Navy, Self::Olive];

    fn light(self) -> [u8; 3] {
        match self {
            Self::Coral => [255, 127, 80],
            Self::Navy => [0, 0, 128],
            Self::Olive => [128, 128, 0],
        }
    }
}

/// Read a colour written as `#rrggbb`.
///
/// Args:
///     text: Six digits of hexadecimal, after a `#` or not.
#[tool(title = "Colours: read", read_only, open_world = false)]
fn read(text: &str) -> Result<Json<Colour>, ToolError> {
    let digits = text.trim_start_matches('#');
    let light = match u32::from_str_radix(digits, 16) {
        Ok(number) if digits.len() == 6 => number.to_be_bytes(),
        _ => return Err(ToolError::new("ValueError", format!("`{text}` is no colour; write one as `#ff7f50`"))),
    };
    let [_, red, green, blue] = light;
    let name = Name::ALL.into_iter().find(|name| name.light() == [red, green, blue]);
    Ok(Json(Colour { red, green, blue, name }))
}

/// List the colours that have names.
#[tool]
fn names() -> Json<Vec<Name>> {
    Json(Name::ALL.to_vec())
}

/// Show a colour.
///
/// Args:
///     name: Which one.
#[tool]
fn show(name: Name) -> Vec<Content> {
    let [red, green, blue] = name.light();
    let mut gif = b"GIF89a\x01\0\x01\0\x80\0\0".to_vec();
    gif.extend([red, green, blue, 0, 0, 0]);
    gif.extend(b",\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;");
    vec![format!("#{red:02x}{green:02x}{blue:02x}").into(), Image::gif(gif).into()]
}
