//! Doc comments as one text whose lines remember where they stand. What the text means is the rules' business.

use crate::errors::Errors;
use proc_macro2::Span;
use syn::{Attribute, Expr, ExprLit, Lit, Meta, spanned::Spanned};
use toolkit_rules::docs;

/// The doc text of one item.
#[derive(Default)]
pub struct DocText {
    pub text: String,
    /// Where each line of the text stands.
    lines: Vec<Span>,
    /// The first `#[doc = ..]` that is no literal, which this macro sees before the compiler reads it.
    pub unreadable: Option<Span>,
}

impl DocText {
    /// Joins an item's doc comments, in all their spellings.
    pub fn of(attrs: &[Attribute]) -> Self {
        let mut doc = Self::default();
        for attribute in attrs.iter().filter(|attribute| attribute.path().is_ident("doc")) {
            let Meta::NameValue(pair) = &attribute.meta else { continue };
            match &pair.value {
                Expr::Lit(ExprLit { lit: Lit::Str(literal), .. }) => {
                    if !doc.lines.is_empty() {
                        doc.text.push('\n');
                    }
                    let text = literal.value();
                    doc.lines.extend(text.split('\n').map(|_| literal.span()));
                    doc.text.push_str(&text);
                }
                other => doc.unreadable = doc.unreadable.or(Some(other.span())),
            }
        }
        doc
    }

    /// Reads the text by the rules.
    pub fn read(&self) -> docs::Doc {
        docs::read(&self.text, docs::Language::Rust)
    }

    /// Where a line of the text stands.
    pub fn line(&self, line: usize) -> Span {
        self.lines.get(line).copied().unwrap_or_else(Span::call_site)
    }

    /// Where the text begins.
    pub fn start(&self) -> Span {
        self.line(0)
    }

    /// The text as one description, lines joined with one space.
    pub fn joined(&self) -> String {
        self.text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// The text up to the first blank line, lines joined with one space.
    pub fn paragraph(&self) -> String {
        let lines = self.text.lines().map(str::trim).skip_while(|line| line.is_empty());
        lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// Reports a text that cannot be seen here.
    pub fn check(&self, instead: &str, errors: &mut Errors) {
        if let Some(span) = self.unreadable {
            errors.at(span, format!("the text behind `#[doc = ..]` is not known here; {instead}"));
        }
    }
}
