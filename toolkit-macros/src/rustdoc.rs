//! An item's doc comments as rustdoc is to read them: documented arguments as a list, wherever they were written. An
//! indented block would be run as a program. What the model reads is not made from this.

use crate::{args::ArgKeys, errors::Errors};
use proc_macro2::Span;
use syn::{
    Attribute, Expr, ExprLit, FnArg, Lit, LitStr, Meta, Pat, ext::IdentExt, parse_quote_spanned, spanned::Spanned,
};
use toolkit_rules::docs;

/// The attributes of a function, without those that are ours; its parameters' own texts are appended.
pub fn of_function<'a>(attrs: &[Attribute], inputs: impl IntoIterator<Item = &'a FnArg>) -> Vec<Attribute> {
    let arguments: Vec<_> = inputs.into_iter().filter_map(argument).collect();
    shown(attrs, &arguments)
}

/// The attributes of an impl block, without those that are ours.
pub fn of_block(attrs: &[Attribute]) -> Vec<Attribute> {
    shown(attrs, &[])
}

fn shown(attrs: &[Attribute], arguments: &[(String, Span)]) -> Vec<Attribute> {
    let text = attrs.iter().filter_map(literal).map(LitStr::value).collect::<Vec<_>>().join("\n");
    let mut lines = docs::markdown(&text).into_iter();
    let mut shown: Vec<Attribute> = Vec::with_capacity(attrs.len());
    let ours = |attribute: &Attribute| {
        crate::item::is_ours(attribute) || crate::item::under_a_condition(attribute, &["tool"]).is_some()
    };
    for attribute in attrs.iter().filter(|attribute| !ours(attribute)) {
        let mut attribute = attribute.clone();
        if let Some(literal) = literal_mut(&mut attribute) {
            let own = literal.value();
            let lines: Vec<_> = own.split('\n').map(|line| (line, lines.next().flatten())).collect();
            if lines.iter().any(|(_, instead)| instead.is_some()) {
                let lines: Vec<_> = lines.iter().map(|(line, instead)| instead.as_deref().unwrap_or(line)).collect();
                *literal = LitStr::new(&lines.join("\n"), literal.span());
            }
        }
        shown.push(attribute);
    }
    for (at, (item, span)) in arguments.iter().enumerate() {
        let heading = if at == 0 { "\n # Arguments\n\n" } else { "" };
        let line = LitStr::new(&format!("{heading} {item}"), *span);
        shown.push(parse_quote_spanned!(*span=> #[doc = #line]));
    }
    shown
}

/// A parameter that is described where it stands.
fn argument(input: &FnArg) -> Option<(String, Span)> {
    let FnArg::Typed(typed) = input else { return None };
    let Pat::Ident(name) = &*typed.pat else { return None };
    // mistakes in the keys are reported where they are read for the tool
    let key = ArgKeys::read(&typed.attrs, &mut Errors::default()).description;
    let (told, span) = match key {
        Some(key) => (key.value.value(), key.value.span()),
        None => {
            let lines: Vec<_> = typed.attrs.iter().filter_map(literal).collect();
            (lines.iter().map(|line| line.value()).collect::<Vec<_>>().join(" "), lines.first()?.span())
        }
    };
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    Some((docs::argument(&name.ident.unraw().to_string(), &told), span))
}

fn literal(attribute: &Attribute) -> Option<&LitStr> {
    match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(literal), .. }) => Some(literal),
            _ => None,
        },
        _ => None,
    }
}

fn literal_mut(attribute: &mut Attribute) -> Option<&mut LitStr> {
    match &mut attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &mut pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(literal), .. }) => Some(literal),
            _ => None,
        },
        _ => None,
    }
}
