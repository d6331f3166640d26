//! Expansions as files to read, what they cost in tokens, and that mistakes are all found and cost the author nothing
//! else. What the errors say is shown by the workspace's UI cases.

use crate::tool_tokens;
use expect_test::expect_file;
use proc_macro2::{TokenStream, TokenTree};
use std::str::FromStr;

mod unfinished;

pub(crate) fn tokens(text: &str) -> TokenStream {
    TokenStream::from_str(text).expect("the tests hold Rust")
}

fn expanded(keys: &str, item: &str) -> TokenStream {
    tool_tokens(tokens(keys), tokens(item))
}

fn pretty(tokens: TokenStream) -> String {
    let file = syn::parse2(tokens).expect("an expansion is items");
    prettyplease::unparse(&file)
}

pub(crate) fn count(tokens: TokenStream) -> usize {
    tokens
        .into_iter()
        .map(|token| match token {
            TokenTree::Group(group) => 2 + count(group.stream()),
            _ => 1,
        })
        .sum()
}

const THREE_PARAMETERS: &str = r#"
    /// Write one note.
    ///
    /// Args:
    ///     subject: File name, without a directory.
    pub fn write(subject: &str, body: String, #[arg(default = 3)] n: Option<u32>) -> Result<String, ToolError> {
        todo(subject, body, n)
    }
"#;

#[test]
fn an_expansion_is_the_item_one_constant_and_one_submission() {
    expect_file!["../tests/snapshots/function.rs"].assert_eq(&pretty(expanded("timeout = 2.5", THREE_PARAMETERS)));
    let other = r#"
        /// The session
        /// persists.
        impl Shell {
            pub fn new() -> Self { Self }

            /// Run.
            pub fn run<'a>(&mut self, command: &'a str) -> String { command.into() }

            #[tool(name = "look")]
            pub async fn r#look(&self) {}

            fn helper(&self) {}
        }
    "#;
    expect_file!["../tests/snapshots/block.rs"].assert_eq(&pretty(expanded(r#"scope = "run""#, other)));
}

#[test]
fn a_tool_of_three_parameters_costs_few_tokens() {
    let item = THREE_PARAMETERS.replace("#[arg(default = 3)] ", "");
    let (all, own) = (count(expanded("", &item)), count(tokens(&item)));
    assert!(all - own <= 330, "{} tokens beside the item's own {own}", all - own);
}

#[test]
fn every_mistake_is_one_error_and_the_item_is_kept() {
    for (mistakes, keys, item) in [
        (1, "nmae = 1", "fn a() {}"),
        (2, "nmae = 1, timeout", "fn a() {}"),
        (3, "timeout = 0, scope = \"run\"", "extern fn a() {}"),
        (2, "", "fn a((x, y): u8, _: u8) {}"),
        (3, "", "/// A.\n///\n/// Args:\n///     z: One.\n///     x: Two.\n///     x: Three.\nfn a<T>(x: u8) {}"),
        (2, "", "impl A { pub fn new(a: u8, b: u8) {} pub fn a(self) {} }"),
        (2, "scope = \"never\"", "impl A { fn a() {} }"),
        (1, "", "fn a(#[arg(default = (1, 2), rename = \"b\")] x: u8) {}"),
    ] {
        let file: syn::File = syn::parse2(expanded(keys, item)).expect("an expansion is items");
        let (errors, rest): (Vec<_>, Vec<_>) = file.items.into_iter().partition(|item| {
            matches!(item, syn::Item::Macro(call) if call.mac.path.segments.last().is_some_and(|last| last.ident == "compile_error"))
        });
        assert_eq!(errors.len(), mistakes, "{item}");
        let kept =
            matches!(&rest[0], syn::Item::Fn(item) if item.sig.ident == "a") || matches!(rest[0], syn::Item::Impl(_));
        assert!(kept, "{item}");
        let text = pretty(expanded(keys, item));
        assert!(!text.contains("#[arg") && !text.contains("__tool_"), "{text}");
    }
}

#[test]
fn what_cannot_be_read_is_given_back_as_it_came() {
    let text = expanded("", "struct Point;").to_string();
    assert!(text.starts_with(":: core :: compile_error") && text.ends_with("struct Point ;"), "{text}");
}

#[test]
fn a_schema_is_brought_into_the_order_of_catalogs() {
    let text = crate::schema::assertion(tokens(
        r#"notes::r#write, {
            "required": [],
            "properties": { "type": { "default": -1.0, "items": { "description": "x", "type": "integer" }, "type": "array" } },
            "type": "object",
        }"#,
    ))
    .to_string();
    let literal = r#"{\"type\":\"object\",\"properties\":{\"type\":{\"type\":\"array\",\"items\":{\"type\":\"integer\",\"description\":\"x\"},\"default\":-1.0}},\"required\":[]}"#;
    assert!(text.contains(literal), "{text}");
    assert!(text.contains("notes :: __tool_write"), "{text}");
}
