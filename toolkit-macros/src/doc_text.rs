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
                    let text = without_stars(&literal.value());
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

/// The text of a `/** .. */` whose lines start with a column of `*`, which the compiler leaves in it.
fn without_stars(text: &str) -> String {
    let mut lines: Vec<&str> = text.split('\n').collect();
    let blank = |line: &&str| line.trim().is_empty();
    let opening = usize::from(!lines[0].trim_start().starts_with('*'));
    let from = opening + lines.iter().skip(opening).take_while(|line| blank(line)).count();
    let to = lines.len() - lines.iter().rev().take_while(|line| blank(line)).count();
    if lines.len() > 1 && from < to {
        let column = lines[from].find('*').unwrap_or_default();
        let starred =
            |line: &str| line.find(|c: char| c != ' ' && c != '\t') == Some(column) && line[column..].starts_with('*');
        if lines[from..to].iter().all(|line| starred(line)) {
            lines[from..to].iter_mut().for_each(|line| *line = &line[column + 1..]);
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::without_stars;

    #[test]
    fn a_column_of_stars_is_no_part_of_the_text() {
        for (comment, text) in [
            ("\n * Count.\n *\n * Args:\n *     n: One.\n ", "\n Count.\n\n Args:\n     n: One.\n "),
            (" Count.\n * More.\n ", " Count.\n More.\n "),
            ("\n\t* Count.\n\t", "\n Count.\n\t"),
            (" Count.\n\n * one\n * two\n", " Count.\n\n one\n two\n"),
            ("\n    Count.\n\n    * one\n    * two\n", "\n    Count.\n\n    * one\n    * two\n"),
            (" * one\n  * two", " * one\n  * two"),
            ("* one", "* one"),
            (" Count.", " Count."),
            ("", ""),
        ] {
            assert_eq!(without_stars(comment), text, "{comment:?}");
        }
    }
}
