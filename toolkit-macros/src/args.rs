//! The keys of `#[tool(..)]` and `#[arg(..)]`, each with the place it was written at. Whether they fit the item they
//! stand on is asked in `check`.

use crate::errors::Errors;
use proc_macro2::{Span, TokenStream};
use syn::{
    Attribute, Expr, Ident, LitStr, Path, Token,
    ext::IdentExt,
    parse::{ParseStream, Parser},
    spanned::Spanned,
};

/// A value and the key it was written under.
pub struct Keyed<T> {
    pub key: Span,
    pub value: T,
}

/// `#[tool(name = "..", description = "..", scope = "run", timeout = 30, crate = path)]`
#[derive(Default)]
pub struct ToolKeys {
    pub name: Option<Keyed<LitStr>>,
    pub description: Option<Keyed<LitStr>>,
    pub scope: Option<Keyed<LitStr>>,
    pub timeout: Option<Keyed<Expr>>,
    pub krate: Option<Keyed<Path>>,
}

/// `#[arg(default = .., rename = "..", description = "..")]`
#[derive(Default)]
pub struct ArgKeys {
    pub default: Option<Keyed<Expr>>,
    pub rename: Option<Keyed<LitStr>>,
    pub description: Option<Keyed<LitStr>>,
}

impl ToolKeys {
    /// Reads what stands between the brackets of `#[tool(..)]`.
    pub fn read(tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut keys = Self::default();
        let known = ["name", "description", "scope", "timeout", "crate"];
        read_keys(tokens, errors, |key, input, errors| match key.to_string().as_str() {
            "name" => fill(&mut keys.name, key, text(key, input)?, errors),
            "description" => fill(&mut keys.description, key, text(key, input)?, errors),
            "scope" => fill(&mut keys.scope, key, text(key, input)?, errors),
            "timeout" => fill(&mut keys.timeout, key, input.parse()?, errors),
            "crate" => fill(&mut keys.krate, key, input.call(Path::parse_mod_style)?, errors),
            _ => unknown(key, "tool", &known),
        });
        keys
    }

    /// Reads a method's `#[tool]`, with brackets or without; `None` when it has none.
    pub fn of(attrs: &[Attribute], errors: &mut Errors) -> Option<Self> {
        let attribute = attrs.iter().find(|attribute| crate::item::is_ours(attribute))?;
        Some(match inside(attribute) {
            Some(tokens) => Self::read(tokens, errors),
            None => Self::default(),
        })
    }
}

impl ArgKeys {
    /// Reads a parameter's `#[arg(..)]` attributes.
    pub fn read(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let mut keys = Self::default();
        let known = ["default", "rename", "description"];
        for attribute in attrs.iter().filter(|attribute| attribute.path().is_ident("arg")) {
            let Some(tokens) = inside(attribute) else {
                errors.at(
                    attribute.path().span(),
                    "`#[arg]` says nothing; write `#[arg(default = ..)]`, or take it away",
                );
                continue;
            };
            read_keys(tokens, errors, |key, input, errors| match key.to_string().as_str() {
                "default" => fill(&mut keys.default, key, input.parse()?, errors),
                "rename" => fill(&mut keys.rename, key, text(key, input)?, errors),
                "description" => fill(&mut keys.description, key, text(key, input)?, errors),
                _ => unknown(key, "arg", &known),
            });
        }
        keys
    }
}

fn inside(attribute: &Attribute) -> Option<TokenStream> {
    attribute.meta.require_list().ok().map(|list| list.tokens.clone())
}

/// Reads `key = value, ..`; after a mistake it goes on behind the next comma.
fn read_keys(
    tokens: TokenStream,
    errors: &mut Errors,
    mut one: impl FnMut(&Ident, ParseStream<'_>, &mut Errors) -> syn::Result<()>,
) {
    let read = |input: ParseStream<'_>| {
        while !input.is_empty() {
            let result = input.call(Ident::parse_any).and_then(|key| {
                if !input.peek(Token![=]) {
                    return Err(valueless(&key));
                }
                input.parse::<Token![=]>()?;
                if input.is_empty() || input.peek(Token![,]) {
                    return Err(valueless(&key));
                }
                one(&key, input, errors)
            });
            if let Err(error) = result {
                errors.push(error);
            }
            while !input.is_empty() && !input.peek(Token![,]) {
                input.parse::<proc_macro2::TokenTree>()?;
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(())
    };
    if let Err(error) = read.parse2(tokens) {
        errors.push(error);
    }
}

fn valueless(key: &Ident) -> syn::Error {
    syn::Error::new(key.span(), format!("`{key}` has no value; write `{key} = ..`"))
}

fn text(key: &Ident, input: ParseStream<'_>) -> syn::Result<LitStr> {
    input.parse().map_err(|error| syn::Error::new(error.span(), format!("`{key}` is a text; write `{key} = \"..\"`")))
}

fn fill<T>(slot: &mut Option<Keyed<T>>, key: &Ident, value: T, errors: &mut Errors) -> syn::Result<()> {
    if slot.is_some() {
        errors.at(key.span(), format!("`{key}` is given twice; keep one"));
    } else {
        *slot = Some(Keyed { key: key.span(), value });
    }
    Ok(())
}

fn unknown(key: &Ident, attribute: &str, known: &[&str]) -> syn::Result<()> {
    let typed = key.to_string();
    let list = known.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
    let meant = toolkit_rules::names::nearest(&typed, known.iter().copied())
        .map_or_else(String::new, |nearest| format!("did you mean `{nearest}`? "));
    Err(syn::Error::new(key.span(), format!("`{typed}` is no key of `#[{attribute}(..)]`; {meant}the keys are {list}")))
}
