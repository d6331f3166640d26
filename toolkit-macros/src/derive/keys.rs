//! The keys of `#[tool_type(..)]`, each with the place it was written at.

use crate::{
    args::Keyed,
    default::{self, DefaultValue},
    errors::Errors,
};
use proc_macro2::{Span, TokenTree};
use syn::{
    Attribute, Expr, LitStr, Path, Token, ext::IdentExt, meta::ParseNestedMeta, parse::ParseStream, spanned::Spanned,
};
use toolkit_rules::names;

/// `#[tool_type(integer, crate = path)]` on a type.
#[derive(Default)]
pub struct TypeKeys {
    pub integer: Option<Span>,
    pub krate: Option<Keyed<Path>>,
}

/// `#[tool_type(default = .., description = "..")]` on a field.
#[derive(Default)]
pub struct FieldKeys {
    pub default: Option<Keyed<Expr>>,
    /// The default in both languages, when it can be one.
    pub value: Option<DefaultValue>,
    pub description: Option<Keyed<LitStr>>,
}

impl TypeKeys {
    pub fn read(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let mut keys = Self::default();
        read(attrs, errors, &["integer", "crate"], |name, meta, span| match name {
            "integer" => fill(&mut keys.integer, span, name, span),
            _ => fill(&mut keys.krate, Keyed { key: span, value: path(meta, name)? }, name, span),
        });
        keys
    }
}

impl FieldKeys {
    pub fn read(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let mut keys = Self::default();
        read(attrs, errors, &["default", "description"], |name, meta, span| match name {
            "default" => fill(&mut keys.default, Keyed { key: span, value: value(meta, name)?.parse()? }, name, span),
            _ => fill(&mut keys.description, Keyed { key: span, value: text(meta, name)? }, name, span),
        });
        keys.value = keys.default.as_ref().and_then(|default| errors.take(default::read(&default.value)));
        keys
    }
}

/// Where an item says something that is ours.
pub fn ours(attrs: &[Attribute]) -> Option<Span> {
    attrs.iter().find(|attribute| attribute.path().is_ident("tool_type")).map(|attribute| attribute.path().span())
}

fn read(
    attrs: &[Attribute],
    errors: &mut Errors,
    known: &[&str],
    mut one: impl FnMut(&str, &ParseNestedMeta<'_>, Span) -> syn::Result<()>,
) {
    for attribute in attrs.iter().filter(|attribute| attribute.path().is_ident("tool_type")) {
        let Ok(list) = attribute.meta.require_list() else {
            errors.at(attribute.path().span(), "`#[tool_type]` says nothing; write a key in brackets, or take it away");
            continue;
        };
        if let Some(TokenTree::Literal(literal)) = list.tokens.clone().into_iter().next() {
            errors.at(
                literal.span(),
                format!("a value alone says nothing here; write a key before it: {}", listed(known)),
            );
            continue;
        }
        let result = attribute.parse_nested_meta(|meta| {
            let span = meta.path.span();
            let name = meta.path.get_ident().map(|ident| ident.unraw().to_string()).unwrap_or_default();
            if known.contains(&name.as_str()) { one(&name, &meta, span) } else { Err(unknown(&name, span, known)) }
        });
        if let Err(error) = result {
            errors.push(error);
        }
    }
}

fn listed(known: &[&str]) -> String {
    known.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ")
}

fn unknown(name: &str, span: Span, known: &[&str]) -> syn::Error {
    let list = listed(known);
    let meant = match names::nearest(name, known.iter().copied()) {
        Some(nearest) => format!("did you mean `{nearest}`? "),
        None if name == "rename" => "names are serde's, `#[serde(rename = \"..\")]`; ".to_owned(),
        None => String::new(),
    };
    syn::Error::new(span, format!("`{name}` is no key of `#[tool_type(..)]` here; {meant}the keys are {list}"))
}

/// What follows the key is its value.
fn value<'a>(meta: &ParseNestedMeta<'a>, name: &str) -> syn::Result<ParseStream<'a>> {
    let valueless = || syn::Error::new(meta.path.span(), format!("`{name}` has no value; write `{name} = ..`"));
    let value = meta.value().map_err(|_| valueless())?;
    if value.is_empty() || value.peek(Token![,]) { Err(valueless()) } else { Ok(value) }
}

fn text(meta: &ParseNestedMeta<'_>, name: &str) -> syn::Result<LitStr> {
    let text = value(meta, name)?.parse();
    text.map_err(|error: syn::Error| {
        syn::Error::new(error.span(), format!("`{name}` is a text; write `{name} = \"..\"`"))
    })
}

fn path(meta: &ParseNestedMeta<'_>, name: &str) -> syn::Result<Path> {
    let path = value(meta, name)?.call(Path::parse_mod_style);
    path.map_err(|error| syn::Error::new(error.span(), format!("`{name}` is a path; write it without quotes")))
}

fn fill<T>(slot: &mut Option<T>, value: T, name: &str, span: Span) -> syn::Result<()> {
    if slot.is_some() {
        return Err(syn::Error::new(span, format!("`{name}` is given twice; keep one")));
    }
    *slot = Some(value);
    Ok(())
}
