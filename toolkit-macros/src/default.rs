//! The value of `#[arg(default = ..)]`: as JSON for the schema, and as Rust for the compiler, which checks that it is
//! one of the type's values. Only what stands there literally can be shown to a model.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Expr, ExprLit, Lit, Token, UnOp, punctuated::Punctuated, spanned::Spanned};
use toolkit_rules::{json_string, numbers};

/// A default, in both languages.
pub struct DefaultValue {
    /// What the schema shows.
    pub json: String,
    /// What the compiler compares with the type; nothing for `None` and `[]`, which have no type of their own.
    pub constant: Option<TokenStream>,
}

/// Reads a default.
pub fn read(value: &Expr) -> syn::Result<DefaultValue> {
    if let Expr::Path(path) = value
        && path.path.is_ident("None")
    {
        return Ok(DefaultValue { json: "null".to_owned(), constant: None });
    }
    let (json, constant) = literal(value)?;
    let constant = (json != "[]").then_some(constant);
    Ok(DefaultValue { json, constant })
}

fn literal(value: &Expr) -> syn::Result<(String, TokenStream)> {
    match value {
        Expr::Lit(ExprLit { lit, .. }) => Ok((scalar(lit)?, quote!(#lit))),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => match &*unary.expr {
            Expr::Lit(ExprLit { lit: lit @ (Lit::Int(_) | Lit::Float(_)), .. }) => {
                let json = match scalar(lit)?.as_str() {
                    "0" => "0".to_owned(),
                    digits => format!("-{digits}"),
                };
                Ok((json, quote!(#unary)))
            }
            _ => Err(no_literal(value)),
        },
        Expr::Paren(inner) => literal(&inner.expr),
        Expr::Group(inner) => literal(&inner.expr),
        Expr::Reference(inner) if inner.mutability.is_none() => literal(&inner.expr),
        Expr::Array(array) => list(&array.elems, array.bracket_token.span.join()),
        Expr::Macro(call) if call.mac.path.is_ident("vec") => {
            let items = call.mac.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated)?;
            list(&items, call.mac.path.span())
        }
        _ => Err(no_literal(value)),
    }
}

fn scalar(lit: &Lit) -> syn::Result<String> {
    let unfit = |what: &str| Err(syn::Error::new(lit.span(), what));
    match lit {
        Lit::Str(text) => Ok(json_string(&text.value())),
        Lit::Char(char) => Ok(json_string(&char.value().to_string())),
        Lit::Bool(bool) => Ok(bool.value.to_string()),
        Lit::Int(int) => Ok(int.base10_digits().to_owned()),
        Lit::Float(float) => match numbers::float(float.base10_parse()?) {
            Some(json) => Ok(json),
            None => unfit("this number is larger than JSON readers take; write one up to 1.7e308"),
        },
        _ => unfit("JSON has no bytes; write a text, a number, `true`, `false`, or a list of these"),
    }
}

fn list(items: &Punctuated<Expr, Token![,]>, span: Span) -> syn::Result<(String, TokenStream)> {
    let mut json = Vec::new();
    let mut constants = Vec::new();
    for item in items {
        let (text, constant) = literal(item)?;
        json.push(text);
        constants.push(constant);
    }
    Ok((format!("[{}]", json.join(",")), quote_spanned!(span=> &[#(#constants),*])))
}

fn no_literal(value: &Expr) -> syn::Error {
    let message = match value {
        Expr::Call(call) if matches!(&*call.func, Expr::Path(path) if path.path.is_ident("Some")) => {
            "a default is written without `Some`; write what stands in its brackets".to_owned()
        }
        Expr::Path(path) => {
            let name = path.path.segments.last().map_or_else(String::new, |segment| segment.ident.to_string());
            format!("`{name}` is a name, and the schema shows the default itself; write its value")
        }
        _ => "the schema shows the default, so it must stand here; write a number, a text in quotes, `true`, `false`, \
              `None`, or a list of such values"
            .to_owned(),
    };
    syn::Error::new(value.span(), message)
}
