//! Derived impls as a file to read, what they cost, and that all mistakes of a type are found in one run.

use super::tool_type_tokens;
use crate::tests::{count, tokens};
use expect_test::expect_file;
use proc_macro2::TokenStream;

fn derived(item: &str) -> TokenStream {
    tool_type_tokens(tokens(item))
}

const WORDS: &str = r#"
    #[serde(rename_all = "snake_case")]
    enum Mode { Fast, #[serde(rename = "slower")] VerySlow, #[serde(skip)] Unsaid }
"#;
const NUMBERS: &str = "#[tool_type(integer)] enum Level { Low = 1, High = 1 << 6 }";
const MEMBERS: &str = r#"
    struct Place {
        /// From the
        /// left.
        ///
        /// In pixels.
        left: u32,
        #[serde(default)]
        top: Option<u32>,
        #[tool_type(default = 1.5, description = "How much larger.")]
        zoom: f64,
        #[serde(skip)]
        seen: bool,
    }
"#;
const NEWTYPE: &str = "struct Id(String);";
const TRANSPARENT: &str = "#[serde(transparent)] #[tool_type(crate = kit)] struct Spare { value: Option<u8> }";

#[test]
fn a_derived_impl_is_one_constant_and_what_a_default_needs() {
    let all: TokenStream = [WORDS, NUMBERS, MEMBERS, NEWTYPE, TRANSPARENT].map(derived).into_iter().collect();
    let file = syn::parse2(all).expect("an expansion is items");
    expect_file!["../../tests/snapshots/derive.rs"].assert_eq(&prettyplease::unparse(&file));
}

#[test]
fn a_derived_impl_costs_few_tokens() {
    for (item, most) in [(WORDS, 147), (NUMBERS, 230), (MEMBERS, 200), (NEWTYPE, 77)] {
        let tokens = count(derived(item));
        assert!(tokens <= most, "{tokens} tokens for {item}");
    }
}

#[test]
fn every_mistake_is_one_error_and_an_impl_is_kept() {
    for (mistakes, item) in [
        (1, "enum Mode { Fast(u8), Slow(u8) }"),
        (1, "enum Mode {}"),
        (1, "#[tool_type(integer)] enum Mode { Fast, Slow = 2 }"),
        (2, "#[serde(tag = \"t\")] enum Mode { #[serde(alias = \"a\")] Fast }"),
        (1, "struct Mode;"),
        (1, "struct Mode(u8, u8);"),
        (2, "struct Mode<'a, T> { a: &'a T }"),
        (3, "struct Mode { #[serde(flatten)] a: u8, #[serde(alias = \"c\", with = \"d\")] b: u8 }"),
        (2, "struct Mode { a: Vec<Self>, b: Vec<Mode>, c: other::Mode, d: Mode::Other }"),
        (2, "struct Mode { #[serde(rename = \"b\")] a: u8, b: u8, #[serde(rename = \"\")] c: u8 }"),
        (2, "struct Mode { #[tool_type(default = ())] a: u8, #[tool_type(description = 5)] b: u8 }"),
        (0, "struct Mode { #[serde(rename(serialize = \"b\"))] a: u8, b: u8 }"),
        (0, "struct Mode { #[serde(skip, alias = \"b\")] a: Vec<Self>, b: u8 }"),
        (0, "struct Mode {}"),
    ] {
        let file: syn::File = syn::parse2(derived(item)).expect("an expansion is items");
        let (errors, rest): (Vec<_>, Vec<_>) =
            file.items.into_iter().partition(|item| matches!(item, syn::Item::Macro(_)));
        assert_eq!(errors.len(), mistakes, "{item}");
        assert!(matches!(&rest[..], [syn::Item::Const(_)]), "{item}");
    }
    assert!(derived("union Mode { a: u8 }").to_string().starts_with(":: core :: compile_error"));
}

#[test]
fn what_a_type_with_mistakes_is_known_to_hold_stays_in_its_schema() {
    let text = derived("struct Node { #[serde(alias = \"n\")] name: String, children: Vec<Node> }").to_string();
    assert!(text.contains(r#"__member ("name" , "" , < String as __ToolType > :: SCHEMA"#), "{text}");
    assert!(!text.contains(r#""children""#), "{text}");
}
