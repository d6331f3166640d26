//! Code that somebody is typing: what an editor still sees of it, and that one gap is one error, the compiler's or ours.

use super::{expanded, pretty, tokens};
use proc_macro2::{TokenStream, TokenTree};

/// The tokens as one line, without the errors in front.
fn said(keys: &str, item: &str) -> (usize, String) {
    let text = expanded(keys, item).to_string();
    let errors = text.matches("compile_error").count();
    let rest = match text.rsplit_once("compile_error") {
        Some((_, rest)) => rest[rest.find('}').map_or(0, |end| end + 1)..].to_owned(),
        None => text,
    };
    (errors, rest.trim().to_owned())
}

fn line(item: &str) -> String {
    tokens(item).to_string()
}

#[test]
fn a_function_comes_out_as_far_as_it_goes() {
    for item in [
        "pub fn write(subject) { subject. }",
        "pub fn write(subject: ) { subject. }",
        "pub fn write(subject: , body: String) -> String { body. }",
        "pub fn write(subject: String, b) -> Result<String, Error> { let x = }",
        "pub fn write(subject: String) -> { subject. }",
        "pub fn write(subject: String) ->",
        "pub fn write(subject: String)",
        "pub fn write",
        "pub async fn write { a.await }",
        "fn (subject: String) { subject. }",
        "fn write<'a>(subject: &'a str, x) -> where 'a: 'a { subject. }",
    ] {
        let item = format!("/// Write.\n#[inline] {item}");
        assert_eq!(said("", &item), (0, line(&item)));
    }
}

#[test]
fn a_body_that_does_not_parse_is_still_a_tool() {
    for body in ["{ subject. }", "{ let x = ; }", "{ match subject }", "{ if }", "{ subject.len(, ) }"] {
        let (errors, text) = said("", &format!("/// Write.\nfn write(subject: String) {body}"));
        assert_eq!(errors, 0);
        assert!(text.contains(&line(body)) && text.contains("__tool_write"), "{text}");
    }
}

#[test]
fn only_our_attributes_are_gone() {
    let (_, text) =
        said("", "#[inline] fn write(#[arg(default = 1)] n: u8, /** A. */ #[cfg(x)] subject, #[arg()]) { n }");
    assert_eq!(text, line("#[inline] fn write(n: u8, #[cfg(x)] subject, ) { n }"));
}

#[test]
fn what_the_compiler_may_know_and_we_do_not_is_an_error_of_ours() {
    for item in
        ["fn write(subject: Vec<) {}", "fn write(&) {}", "fn write(n: u8 is 1) { n }", "fn write(n: u8) -> ~u8 { n }"]
    {
        assert_eq!(said("", item), (1, line(item)), "{item}");
    }
}

#[test]
fn a_half_written_key_is_one_error_and_costs_nothing_else() {
    for (keys, arg) in [
        ("na", ""),
        ("timeout =", ""),
        ("timeout = , name = \"a\"", ""),
        ("name", ""),
        ("", "#[arg()]"),
        ("", "#[arg(def)]"),
        ("", "#[arg(default =)]"),
        ("", "#[arg(default = )]"),
        ("", "#[arg(default = -)]"),
    ] {
        let (errors, text) = said(keys, &format!("/// Write.\nfn write({arg} n: u8) -> u8 {{ n. }}"));
        let errors = if arg == "#[arg()]" { errors + 1 } else { errors };
        assert_eq!(errors, 1, "{keys} {arg}");
        assert!(text.contains(&line("fn write(n: u8) -> u8 { n. }")), "{text}");
    }
    assert_eq!(said("timeout =", "fn write(subject) { subject. }"), (1, line("fn write(subject) { subject. }")));
}

/// The members of the first braces.
fn members(tokens: TokenStream) -> String {
    let block = tokens.into_iter().find_map(|token| match token {
        TokenTree::Group(group) if group.delimiter() == proc_macro2::Delimiter::Brace => Some(group.stream()),
        _ => None,
    });
    block.expect("a block has braces").to_string()
}

#[test]
fn a_method_that_is_being_typed_leaves_the_others_tools() {
    for typed in [
        "pub fn look(path) -> String { path. }",
        "pub fn look(&self, path: ) { self. }",
        "pub fn look(&self, path: String) -> { self. }",
        "pub fn look(&self)",
        "pub async fn look",
        "fn look(x) {}",
        "fn (&self) { self. }",
        "const LIMIT: = 3;",
    ] {
        let block = format!(
            "#[derive(Debug)] impl Shell {{
                pub fn new() -> Self {{ Self }}
                /// Run.
                pub fn run(&mut self, #[arg(default = 1)] n: u8) {{}}
                {typed}
                /// Stop.
                pub fn stop(&mut self) {{}}
            }}"
        );
        let (errors, text) = said("scope = \"run\"", &block);
        assert_eq!(errors, 0, "{typed}");
        let members = members(expanded("scope = \"run\"", &block));
        assert!(members.ends_with(&line(typed)), "{members}");
        for whole in ["fn new ()", "fn run (& mut self , n : u8)", "fn stop (& mut self)", "__tool_run", "__tool_stop"]
        {
            assert!(members.contains(whole), "{whole} in {members}");
        }
        assert!(!text.contains("__tool_look") && text.contains("__submit"), "{text}");
    }
}

#[test]
fn a_method_without_name_and_body_is_not_there_yet() {
    for typed in ["pub", "pub fn", "pub async fn", "#[tool]", "#[tool] pub"] {
        let text = pretty(expanded("", &format!("impl Shell {{ /// Run.\n#[tool] pub fn run(&self) {{}} {typed} }}")));
        assert!(text.contains("__tool_run") && !text.contains("compile_error"), "{text}");
    }
}

#[test]
fn a_marked_method_still_narrows_and_an_unfinished_constructor_makes_nothing() {
    let (errors, text) = said("", "impl Shell { pub fn run(&self) {} #[tool] pub fn look(&self, path) {} }");
    assert_eq!(errors, 0);
    assert!(!text.contains("__tool_run") && !text.contains("tool]"), "{text}");
    let (errors, text) = said("", "impl Shell { pub fn run(&self) {} pub fn new(path) {} }");
    assert_eq!(errors, 0);
    assert!(!text.contains("__tool_run") && text.contains("fn new (path)"), "{text}");
}
