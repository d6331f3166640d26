//! The keys of `#[tool(..)]` and `#[arg(..)]`, each with the place it was written at. Whether they fit the item they
//! stand on is asked in `check`.

use crate::errors::Errors;
use proc_macro2::{Span, TokenStream};
use syn::{
    Attribute, Expr, Ident, LitBool, LitStr, Path, Token,
    ext::IdentExt,
    parse::{ParseStream, Parser},
    spanned::Spanned,
};

/// A value and the key it was written under.
pub struct Keyed<T> {
    pub key: Span,
    pub value: T,
}

/// A flag and whether it is on.
pub struct Flag {
    pub key: Ident,
    pub on: bool,
}

/// The flags of `#[tool(..)]`: `read_only`, or `read_only = false`.
pub const FLAGS: [&str; 6] = ["parallel_safe", "isolate", "read_only", "destructive", "idempotent", "open_world"];

/// `#[tool(name = "..", timeout = 30, read_only, crate = path)]`
#[derive(Default)]
pub struct ToolKeys {
    pub name: Option<Keyed<LitStr>>,
    pub description: Option<Keyed<LitStr>>,
    pub usage: Option<Keyed<LitStr>>,
    pub title: Option<Keyed<LitStr>>,
    pub service: Option<Keyed<LitStr>>,
    pub scope: Option<Keyed<LitStr>>,
    pub timeout: Option<Keyed<Expr>>,
    pub krate: Option<Keyed<Path>>,
    /// Each of [`FLAGS`] at most once.
    flags: Vec<Flag>,
}

/// `#[arg(default = .., rename = "..", description = "..", flatten, schemars)]`
#[derive(Default)]
pub struct ArgKeys {
    pub default: Option<Keyed<Expr>>,
    pub rename: Option<Keyed<LitStr>>,
    pub description: Option<Keyed<LitStr>>,
    flatten: Option<Keyed<bool>>,
    schemars: Option<Keyed<bool>>,
}

impl ToolKeys {
    /// Reads what stands between the brackets of `#[tool(..)]`.
    pub fn read(tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut keys = Self::default();
        let texts = ["name", "description", "scope", "timeout", "usage", "title", "service", "crate"];
        let known: Vec<&str> = texts.into_iter().chain(FLAGS).collect();
        read_keys(tokens, errors, |key, input, errors| match key.to_string().as_str() {
            "name" => fill(&mut keys.name, key, text(key, input)?, errors),
            "description" => fill(&mut keys.description, key, text(key, input)?, errors),
            "usage" => fill(&mut keys.usage, key, text(key, input)?, errors),
            "title" => fill(&mut keys.title, key, text(key, input)?, errors),
            "service" => fill(&mut keys.service, key, text(key, input)?, errors),
            "scope" => fill(&mut keys.scope, key, text(key, input)?, errors),
            "timeout" => fill(&mut keys.timeout, key, value(key, input)?.parse()?, errors),
            "crate" => fill(&mut keys.krate, key, path(key, input)?, errors),
            flag if FLAGS.contains(&flag) => {
                let on = yes_or_no(key, input)?;
                if keys.flag(flag).is_some() {
                    given_twice(key, errors);
                } else {
                    keys.flags.push(Flag { key: key.clone(), on });
                }
                Ok(())
            }
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

    /// One of [`FLAGS`], where it is given.
    pub fn flag(&self, name: &str) -> Option<&Flag> {
        self.flags.iter().find(|flag| flag.key == name)
    }
}

impl ArgKeys {
    /// Reads a parameter's `#[arg(..)]` attributes.
    pub fn read(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let mut keys = Self::default();
        let known = ["default", "rename", "description", "flatten", "schemars"];
        for attribute in attrs.iter().filter(|attribute| attribute.path().is_ident("arg")) {
            let Some(tokens) = inside(attribute) else {
                errors.at(
                    attribute.path().span(),
                    "`#[arg]` says nothing; write `#[arg(default = ..)]`, or take it away",
                );
                continue;
            };
            read_keys(tokens, errors, |key, input, errors| match key.to_string().as_str() {
                "default" => fill(&mut keys.default, key, value(key, input)?.parse()?, errors),
                "rename" => fill(&mut keys.rename, key, text(key, input)?, errors),
                "description" => fill(&mut keys.description, key, text(key, input)?, errors),
                "flatten" => fill(&mut keys.flatten, key, yes_or_no(key, input)?, errors),
                "schemars" => fill(&mut keys.schemars, key, yes_or_no(key, input)?, errors),
                _ => unknown(key, "arg", &known),
            });
        }
        keys
    }

    /// Where it says `flatten`.
    pub fn flatten(&self) -> Option<Span> {
        self.flatten.as_ref().filter(|flag| flag.value).map(|flag| flag.key)
    }

    /// Where it says `schemars`.
    pub fn schemars(&self) -> Option<Span> {
        self.schemars.as_ref().filter(|flag| flag.value).map(|flag| flag.key)
    }

    /// The keys that are given, each with its place.
    pub fn given(&self) -> impl Iterator<Item = (&'static str, Span)> {
        [
            ("default", self.default.as_ref().map(|key| key.key)),
            ("rename", self.rename.as_ref().map(|key| key.key)),
            ("description", self.description.as_ref().map(|key| key.key)),
            ("flatten", self.flatten()),
            ("schemars", self.schemars()),
        ]
        .into_iter()
        .filter_map(|(name, span)| Some((name, span?)))
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
            let key = input.call(Ident::parse_any).map_err(|error| keyless(error.span()));
            let result = key.and_then(|key| one(&key, input, errors));
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

fn keyless(span: Span) -> syn::Error {
    syn::Error::new(span, "this stands under no key; write one before it, as in `description = \"..\"`")
}

/// What follows the key is its value.
fn value<'a>(key: &Ident, input: ParseStream<'a>) -> syn::Result<ParseStream<'a>> {
    let equals: Option<Token![=]> = input.parse()?;
    if equals.is_none() || input.is_empty() || input.peek(Token![,]) {
        return Err(syn::Error::new(key.span(), format!("`{key}` has no value; write `{key} = ..`")));
    }
    Ok(input)
}

fn text(key: &Ident, input: ParseStream<'_>) -> syn::Result<LitStr> {
    let value = value(key, input)?;
    value.parse().map_err(|error| syn::Error::new(error.span(), format!("`{key}` is a text; write `{key} = \"..\"`")))
}

fn path(key: &Ident, input: ParseStream<'_>) -> syn::Result<Path> {
    let path = value(key, input)?.call(Path::parse_mod_style);
    path.map_err(|error| syn::Error::new(error.span(), format!("`{key}` is a path; write it without quotes")))
}

fn yes_or_no(key: &Ident, input: ParseStream<'_>) -> syn::Result<bool> {
    if !input.peek(Token![=]) {
        return Ok(true);
    }
    let on: syn::Result<LitBool> = value(key, input)?.parse();
    on.map(|on| on.value).map_err(|error| {
        syn::Error::new(error.span(), format!("`{key}` is so or not; write `{key}`, or `{key} = false`"))
    })
}

fn fill<T>(slot: &mut Option<Keyed<T>>, key: &Ident, value: T, errors: &mut Errors) -> syn::Result<()> {
    if slot.is_some() {
        given_twice(key, errors);
    } else {
        *slot = Some(Keyed { key: key.span(), value });
    }
    Ok(())
}

fn given_twice(key: &Ident, errors: &mut Errors) {
    errors.at(key.span(), format!("`{key}` is given twice; keep one"));
}

fn unknown(key: &Ident, attribute: &str, known: &[&str]) -> syn::Result<()> {
    let typed = key.to_string();
    let list = known.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
    let meant = toolkit_rules::names::nearest(&typed, known.iter().copied())
        .map_or_else(String::new, |nearest| format!("did you mean `{nearest}`? "));
    Err(syn::Error::new(key.span(), format!("`{typed}` is no key of `#[{attribute}(..)]`; {meant}the keys are {list}")))
}
