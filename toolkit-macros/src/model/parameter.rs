//! A parameter of a tool.

use crate::{
    args::ArgKeys,
    default::{self, DefaultValue},
    doc_text::DocText,
    errors::Errors,
};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Pat, PatType, ext::IdentExt, spanned::Spanned};
use toolkit_rules::docs;

/// A parameter of a tool, without the receiver.
pub struct Parameter<'a> {
    pub typed: &'a PatType,
    pub keys: ArgKeys,
    pub doc: DocText,
    pub default: Option<DefaultValue>,
    /// Its text in the function's own doc comment.
    pub entry: Option<docs::Entry>,
}

impl<'a> Parameter<'a> {
    /// Gathers the facts; its text may stand in the function's doc comment.
    pub fn of(typed: &'a PatType, read: &docs::Doc, errors: &mut Errors) -> Self {
        let keys = ArgKeys::read(&typed.attrs, errors);
        let default = keys.default.as_ref().and_then(|value| errors.take(default::read(&value.value)));
        let mut parameter = Self { typed, keys, doc: DocText::of(&typed.attrs), default, entry: None };
        let names = [Some(parameter.name()), parameter.rust_name()];
        parameter.entry = read.entries.iter().find(|entry| names.contains(&Some(entry.name.clone()))).cloned();
        parameter
    }

    /// Its identifier; `None` for a pattern.
    pub fn ident(&self) -> Option<&'a Ident> {
        match &*self.typed.pat {
            Pat::Ident(pattern) if pattern.by_ref.is_none() && pattern.subpat.is_none() => Some(&pattern.ident),
            _ => None,
        }
    }

    pub fn rust_name(&self) -> Option<String> {
        Some(self.ident()?.unraw().to_string())
    }

    /// Its name on the wire.
    pub fn name(&self) -> String {
        match &self.keys.rename {
            Some(name) => name.value.value(),
            None => self.rust_name().unwrap_or_default(),
        }
    }

    /// Where its name is written.
    pub fn name_span(&self) -> Span {
        self.keys.rename.as_ref().map_or_else(|| self.typed.pat.span(), |name| name.value.span())
    }

    /// Where its type says `impl`.
    pub fn impl_trait(&self) -> Option<Span> {
        keyword_impl(self.typed.ty.to_token_stream())
    }

    /// What the model reads about it, from wherever it was written.
    pub fn description(&self) -> String {
        match (&self.keys.description, &self.entry) {
            (Some(text), _) => text.value.value(),
            (None, _) if !self.doc.text.trim().is_empty() => self.doc.joined(),
            (None, Some(entry)) => entry.text.clone(),
            (None, None) => String::new(),
        }
    }
}

/// Where these tokens say `impl`.
pub fn keyword_impl(tokens: TokenStream) -> Option<Span> {
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Ident(ident) if ident == "impl" => Some(ident.span()),
        TokenTree::Group(group) => keyword_impl(group.stream()),
        _ => None,
    })
}
