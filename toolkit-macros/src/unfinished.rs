//! A function that is still being typed: kept as it came, so that an editor goes on completing in it. It is no tool
//! yet, and nothing is asked of it.
//!
//! Where something is plainly missing the compiler has said so before it called the macro, and says it of the same
//! tokens only once; a second error would be noise.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::{
    Attribute, FnArg, Generics, Ident, Pat, Token, Type, WhereClause, parenthesized,
    parse::{ParseStream, Parser, discouraged::Speculative},
    token::{Brace, Paren},
};

/// What could not be read as a function.
pub struct Unfinished {
    /// As written, without the attributes that are ours; nothing while it has neither a name nor a body.
    pub tokens: TokenStream,
    /// It carries a `#[tool]` of its own.
    pub marked: bool,
    /// It will make the instance.
    pub constructs: bool,
    /// What is wrong, when the compiler may not know.
    pub error: Option<syn::Error>,
}

impl Unfinished {
    /// Takes a function that does not parse for this reason: all that is left, or a member of an impl block up to
    /// where the next begins.
    pub fn read(input: ParseStream<'_>, error: syn::Error, member: bool) -> syn::Result<Self> {
        let attrs = input.fork().call(Attribute::parse_outer).unwrap_or_default();
        let mut tokens = Vec::new();
        while !(input.is_empty() || member && ends(&tokens, input)) {
            tokens.push(input.parse()?);
        }
        let of_this = || says_the_compiler.parse2(tokens.iter().cloned().collect()).unwrap_or(false);
        let error = (!of_this()).then_some(error);
        let name = tokens.windows(2).find_map(|two| match &two[1] {
            TokenTree::Ident(name) if is(&two[0], "fn") => Some(name.to_string()),
            _ => None,
        });
        let last_word = tokens.iter().rfind(|token| matches!(token, TokenTree::Ident(_)));
        if last_word.is_none_or(is_modifier) && !tokens.iter().any(is_body) {
            tokens.clear();
        }
        Ok(Self {
            marked: attrs.iter().any(crate::item::is_ours),
            constructs: name.as_deref() == Some("new"),
            tokens: without_ours(tokens, &["tool"]),
            error,
        })
    }
}

/// What stands before a name.
fn is_modifier(token: &TokenTree) -> bool {
    ["pub", "const", "async", "unsafe", "extern", "fn"].iter().any(|word| is(token, word))
}

fn is_body(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}

fn is(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == word)
}

/// Whether a member is over: behind its body, or before what only another one can begin with.
fn ends(tokens: &[TokenTree], input: ParseStream<'_>) -> bool {
    match tokens.last() {
        Some(last) if is_body(last) => return true,
        Some(TokenTree::Punct(punct)) if punct.as_char() == ';' => return true,
        Some(TokenTree::Punct(punct)) if punct.as_char() == '*' => return false,
        _ => {}
    }
    let past_attributes = tokens.iter().any(|token| matches!(token, TokenTree::Ident(_)));
    let past_keyword = tokens.iter().any(|token| is(token, "fn"));
    past_attributes && (input.peek(Token![#]) || input.peek(Token![pub]))
        || past_keyword
            && (input.peek(Token![async]) || input.peek(Token![const]) || input.peek(Token![fn]) && input.peek2(Ident))
}

/// Whether something is missing that no compiler does without.
fn says_the_compiler(input: ParseStream<'_>) -> syn::Result<bool> {
    let gap = gap(input);
    // whatever follows is nobody's business
    input.parse::<TokenStream>()?;
    gap
}

fn gap(input: ParseStream<'_>) -> syn::Result<bool> {
    input.call(Attribute::parse_outer)?;
    while !input.peek(Token![fn]) {
        if input.is_empty() {
            return Ok(true);
        }
        input.parse::<TokenTree>()?;
    }
    input.parse::<Token![fn]>()?;
    if input.parse::<Option<Ident>>()?.is_none() {
        return Ok(true);
    }
    input.parse::<Generics>()?;
    if !input.peek(Paren) {
        return Ok(true);
    }
    let parameters;
    parenthesized!(parameters in input);
    while !parameters.is_empty() {
        if parameter_gap(&parameters)? {
            parameters.parse::<TokenStream>()?;
            return Ok(true);
        }
        parameters.parse::<Option<Token![,]>>()?;
    }
    if input.parse::<Option<Token![->]>>()?.is_some() {
        if input.is_empty() || input.peek(Brace) || input.peek(Token![where]) || input.peek(Token![;]) {
            return Ok(true);
        }
        input.parse::<Type>()?;
    }
    input.parse::<Option<WhereClause>>()?;
    Ok(!input.peek(Brace) && !input.peek(Token![;]))
}

/// `x`, `x: `, or attributes alone.
fn parameter_gap(input: ParseStream<'_>) -> syn::Result<bool> {
    let whole = input.fork();
    if whole.parse::<FnArg>().is_ok() {
        input.advance_to(&whole);
        return Ok(false);
    }
    let over = || input.is_empty() || input.peek(Token![,]);
    input.call(Attribute::parse_outer)?;
    if over() {
        return Ok(true);
    }
    Pat::parse_single(input)?;
    input.parse::<Option<Token![:]>>()?;
    if over() { Ok(true) } else { Err(input.error("another gap")) }
}

/// The tokens without attributes of these names; on parameters those are `arg` and doc comments.
fn without_ours(tokens: Vec<TokenTree>, ours: &[&str]) -> TokenStream {
    let mut kept: Vec<TokenTree> = Vec::with_capacity(tokens.len());
    for token in tokens {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {
                let all: Vec<_> = group.stream().into_iter().collect();
                let count = all.len();
                let inner: Vec<_> = without_ours(all, &["arg", "doc"]).into_iter().collect();
                // The brackets of a new group have one span, and the compiler knows its own error by its span.
                if inner.len() == count {
                    kept.push(group.into());
                } else {
                    let mut inner = Group::new(Delimiter::Parenthesis, inner.into_iter().collect());
                    inner.set_span(group.span());
                    kept.push(inner.into());
                }
            }
            TokenTree::Group(group)
                if group.delimiter() == Delimiter::Bracket
                    && matches!(kept.last(), Some(TokenTree::Punct(punct)) if punct.as_char() == '#')
                    && named(&group, ours) =>
            {
                kept.pop();
            }
            other => kept.push(other),
        }
    }
    kept.into_iter().collect()
}

/// Whether the path in an attribute's brackets ends with one of these names.
fn named(attribute: &Group, names: &[&str]) -> bool {
    let path = attribute.stream().into_iter().take_while(|token| {
        matches!(token, TokenTree::Ident(_)) || matches!(token, TokenTree::Punct(punct) if punct.as_char() == ':')
    });
    path.last().is_some_and(|last| names.iter().any(|name| is(&last, name)))
}
