//! Tools that nothing calls and nobody else sees.

use std::collections::HashMap;
use toolkit::{ToolError, tool};

/// Add two numbers.
#[tool]
fn add(a: i64, b: Option<i64>) -> i64 {
    a + b.unwrap_or_default()
}

/// Refuse whatever comes.
#[tool]
async fn refuse(#[arg(default = "")] why: String) -> Result<(), ToolError> {
    std::future::ready(()).await;
    Err(ToolError::new("ValueError", why))
}

/// Take what is owned.
#[tool]
fn ours(list: Vec<u8>, map: HashMap<String, u8>) -> usize {
    list.len() + map.len()
}

/// Of the folder above only.
#[tool]
pub(in crate::kept) fn above(#[arg(default = [1])] list: Vec<u8>) -> usize {
    list.len()
}

/// What a private impl block holds.
#[derive(Debug)]
struct Kept {
    /// How often it was asked.
    asked: u32,
}

#[tool]
impl Kept {
    /// Nothing was asked yet.
    const fn new() -> Self {
        Self { asked: 0 }
    }

    /// Ask once more.
    pub const fn ask(&mut self) -> u32 {
        self.asked += 1;
        self.asked
    }

    /// Ask later.
    pub async fn later(&self, of: &str) -> String {
        std::future::ready(()).await;
        format!("{of} {}", self.asked)
    }
}

#[cfg(test)]
mod tests {
    use toolkit::{assert_schema, tool};

    /// Only in tests.
    #[tool]
    fn tested(r#type: bool) -> bool {
        r#type
    }

    assert_schema!(tested, {
        "type": "object",
        "properties": { "type": { "type": "boolean" } },
        "required": ["type"],
    });

    #[test]
    fn tools_may_stand_in_functions() {
        /// Within a function.
        #[tool]
        fn within(n: u8) -> u8 {
            n
        }
        assert_eq!(toolkit::tool_names().filter(|name| name.ends_with("within")).count(), 1);
    }
}
