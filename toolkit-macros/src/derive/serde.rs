//! What a type, a field or a variant says to serde. Only what changes the reading is kept; spelling is for serde's own
//! derive to judge, which reads the same attributes.

use proc_macro2::Span;
use syn::{Attribute, Expr, Lit, LitStr, ext::IdentExt, meta::ParseNestedMeta, spanned::Spanned, token};

/// The keys of all `#[serde(..)]` on one item.
pub struct Serde(Vec<Key>);

/// One key.
pub struct Key {
    pub name: String,
    pub span: Span,
    /// Its text, when it has one.
    pub text: Option<LitStr>,
}

impl Serde {
    /// Reads an item's attributes, as far as they can be read.
    pub fn of(attrs: &[Attribute]) -> Self {
        let mut keys = Vec::new();
        for attribute in attrs.iter().filter(|attribute| attribute.path().is_ident("serde")) {
            // What is wrong in it is reported by serde.
            let _ = attribute.parse_nested_meta(|meta| {
                keys.extend(key(&meta)?);
                Ok(())
            });
        }
        Self(keys)
    }

    /// The first of these keys.
    pub fn first(&self, names: &[&str]) -> Option<&Key> {
        self.0.iter().find(|key| names.contains(&key.name.as_str()))
    }

    /// Whether one of these keys is there.
    pub fn has(&self, names: &[&str]) -> bool {
        self.first(names).is_some()
    }

    /// The text of a key.
    pub fn text(&self, name: &str) -> Option<&LitStr> {
        self.first(&[name])?.text.as_ref()
    }
}

/// `rename(serialize = "..", deserialize = "..")` is a key for its second half only.
fn key(meta: &ParseNestedMeta<'_>) -> syn::Result<Option<Key>> {
    let Some(ident) = meta.path.get_ident() else { return Ok(None) };
    let mut key = Key { name: ident.unraw().to_string(), span: ident.span(), text: None };
    if meta.input.peek(token::Paren) {
        meta.parse_nested_meta(|inner| {
            let text = value(&inner)?;
            if inner.path.is_ident("deserialize") {
                key.text = text;
            }
            Ok(())
        })?;
        return Ok(key.text.is_some().then_some(key));
    }
    key.text = value(meta)?;
    Ok(Some(key))
}

fn value(meta: &ParseNestedMeta<'_>) -> syn::Result<Option<LitStr>> {
    if !meta.input.peek(syn::Token![=]) {
        return Ok(None);
    }
    let mut value: Expr = meta.value()?.parse()?;
    while let Expr::Group(group) = value {
        value = *group.expr;
    }
    match value {
        Expr::Lit(literal) => match literal.lit {
            Lit::Str(text) => Ok(Some(text)),
            other => Err(syn::Error::new(other.span(), "a text")),
        },
        other => Err(syn::Error::new(other.span(), "a text")),
    }
}
