//! A file whose name is a keyword, without the prelude.
#![no_implicit_prelude]

use ::toolkit::tool;

/// Take what needs no prelude.
#[tool]
pub fn r#match(
    r#in: ::std::option::Option<&str>,
    #[arg(default = [1])] r#fn: ::std::vec::Vec<u8>,
) -> ::std::result::Result<::std::string::String, ::std::string::String> {
    ::std::result::Result::Ok(::std::format!("{in:?} {fn:?}", in = r#in, fn = r#fn))
}

/// A type with a raw name.
pub struct r#Type(u8);

#[tool(scope = "run")]
impl r#Type {
    /// Make one.
    pub fn new() -> Self {
        Self(0)
    }

    /// Count.
    pub fn r#move(&mut self, r#loop: u8) -> u8 {
        self.0 += r#loop;
        self.0
    }

    /// Count later.
    pub async fn r#yield(&self) -> u8 {
        self.0
    }
}
