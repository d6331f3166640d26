//! A default in an attribute: as JSON for the schema, and as Rust for the compiler, which checks that it is one of the
//! type's values. What stands there literally is written here; what is only named the compiler looks up.

use crate::model;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Expr, ExprLit, Lit, Token, UnOp, punctuated::Punctuated, spanned::Spanned};
use toolkit_rules::{json_string, numbers};

/// A default, in both languages.
pub struct DefaultValue {
    kind: Kind,
    span: Span,
}

enum Kind {
    /// `None`, which has no type of its own.
    None,
    /// `[]`, which has none either.
    NoItems,
    /// What is written out.
    Literal { json: String, constant: TokenStream },
    /// What holds something that the compiler looks up.
    Named { value: Value, constant: TokenStream },
}

/// A value, as far as it is written out.
enum Value {
    /// JSON text.
    Json(String),
    /// An expression that the compiler looks up.
    Named(TokenStream, Span),
    List(Vec<Self>),
}

/// Reads a default.
pub fn read(value: &Expr) -> syn::Result<DefaultValue> {
    let span = value.span();
    let is_none = matches!(value, Expr::Path(path) if path.path.is_ident("None"));
    let kind = if is_none {
        Kind::None
    } else {
        let (value, constant) = read_value(value)?;
        match value.json() {
            Some(json) if json == "[]" => Kind::NoItems,
            Some(json) => Kind::Literal { json, constant },
            None => Kind::Named { value, constant },
        }
    };
    Ok(DefaultValue { kind, span })
}

impl Value {
    /// Its JSON text, when all of it is written out.
    fn json(&self) -> Option<String> {
        match self {
            Self::Json(json) => Some(json.clone()),
            Self::Named(..) => None,
            Self::List(items) => {
                let items: Option<Vec<_>> = items.iter().map(Self::json).collect();
                Some(format!("[{}]", items?.join(",")))
            }
        }
    }
}

/// A value as the schema has it, and as Rust.
fn read_value(value: &Expr) -> syn::Result<(Value, TokenStream)> {
    match value {
        Expr::Lit(ExprLit { lit, .. }) => Ok((Value::Json(scalar(lit)?), quote!(#lit))),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => match &*unary.expr {
            Expr::Lit(ExprLit { lit: lit @ (Lit::Int(_) | Lit::Float(_)), .. }) => {
                let json = match scalar(lit)?.as_str() {
                    "0" => "0".to_owned(),
                    digits => format!("-{digits}"),
                };
                Ok((Value::Json(json), quote!(#unary)))
            }
            _ => Ok(named(value)),
        },
        Expr::Paren(inner) => read_value(&inner.expr),
        Expr::Group(inner) => read_value(&inner.expr),
        Expr::Reference(inner) if inner.mutability.is_none() => match &*inner.expr {
            literal @ (Expr::Lit(_) | Expr::Array(_) | Expr::Paren(_)) => read_value(literal),
            _ => Ok(named(value)),
        },
        Expr::Array(array) => list(&array.elems, array.bracket_token.span.join()),
        Expr::Macro(call) if call.mac.path.is_ident("vec") => {
            let items = call.mac.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated)?;
            list(&items, call.mac.path.span())
        }
        Expr::Repeat(_) => Ok((Value::Named(quote!(&#value), value.span()), quote!(&#value))),
        Expr::Call(call) if matches!(&*call.func, Expr::Path(path) if path.path.is_ident("Some")) => {
            Err(syn::Error::new(value.span(), "a default is written without `Some`; write what stands in its brackets"))
        }
        Expr::Path(_)
        | Expr::Unary(_)
        | Expr::Binary(_)
        | Expr::Cast(_)
        | Expr::Call(_)
        | Expr::MethodCall(_)
        | Expr::Macro(_)
        | Expr::Const(_)
        | Expr::Field(_)
        | Expr::Index(_) => Ok(named(value)),
        _ => Err(syn::Error::new(
            value.span(),
            "no parameter has such a default; write a number, a text in quotes, `true`, `false`, `None`, the name of a \
             constant or of a variant, or a list of these",
        )),
    }
}

fn named(value: &Expr) -> (Value, TokenStream) {
    (Value::Named(quote!(#value), value.span()), quote!(#value))
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

fn list(items: &Punctuated<Expr, Token![,]>, span: Span) -> syn::Result<(Value, TokenStream)> {
    let mut values = Vec::new();
    let mut constants = Vec::new();
    for item in items {
        let (value, constant) = read_value(item)?;
        values.push(value);
        constants.push(constant);
    }
    Ok((Value::List(values), quote_spanned!(span=> &[#(#constants),*])))
}

impl DefaultValue {
    /// The items that check a default of a parameter of this type, and find what is only named. They stand before
    /// [`DefaultValue::text`], in the same block; `at` tells those of several parameters apart.
    ///
    /// ```text
    /// const _: fn() = || { let _ = [typed::<u32>().constant(), 3]; };
    ///
    /// const _: () = takes_none(<u32 as Parameter>::ACCEPTS);
    ///
    /// struct __Default0;
    /// impl Constant for __Default0 {
    ///     type Of = <u32 as Parameter>::Const;
    ///     const VALUE: Self::Of = MAX;
    /// }
    /// const __DEFAULT0: Json = written::<__Default0, _>();
    /// ```
    pub fn items(&self, ty: &TokenStream, at: usize, this: Option<&TokenStream>) -> Vec<TokenStream> {
        let takes = |name: &str| {
            let takes = Ident::new(name, self.span);
            quote_spanned!(self.span=> const _: () = #takes(<#ty as __Parameter>::ACCEPTS);)
        };
        match &self.kind {
            Kind::None => vec![takes("__takes_none")],
            Kind::NoItems => vec![takes("__takes_no_items")],
            Kind::Literal { constant, .. } => vec![quote_spanned! {Span::mixed_site()=>
                const _: fn() = || { let _ = [__typed::<#ty>().constant(), #constant]; };
            }],
            Kind::Named { value, constant } => {
                let ty = model::lasting(ty.clone());
                // All of it at the type, so that a type without the trait is an error there.
                let span = ty.clone().into_iter().next().map_or_else(Span::mixed_site, |first| first.span());
                let of = quote_spanned!(span=> <#ty as __Parameter>::Const);
                let mut items = Vec::new();
                let json = look_up(value, &of, &at.to_string(), this, &mut items);
                // Items of a list are looked up one by one; the rest of it is compared as it is written.
                if matches!(value, Value::List(_)) {
                    let constant = model::with_self(constant.clone(), this);
                    items.push(quote_spanned!(Span::mixed_site()=> const _: #of = #constant;));
                }
                let name = constant_name(at);
                items.push(quote_spanned!(Span::mixed_site()=> const #name: __Json = #json;));
                items
            }
        }
    }

    /// Its JSON text, as an expression.
    pub fn text(&self, at: usize) -> TokenStream {
        match &self.kind {
            Kind::None => quote!("null"),
            Kind::NoItems => quote!("[]"),
            Kind::Literal { json, .. } => quote!(#json),
            Kind::Named { .. } => {
                let name = constant_name(at);
                quote_spanned!(Span::mixed_site()=> __const_text!(|out| #name.write(out)))
            }
        }
    }
}

fn constant_name(at: usize) -> Ident {
    Ident::new(&format!("__DEFAULT{at}"), Span::mixed_site())
}

/// The value as const data, and the types that stand for what is only named in it.
fn look_up(
    value: &Value,
    of: &TokenStream,
    at: &str,
    this: Option<&TokenStream>,
    items: &mut Vec<TokenStream>,
) -> TokenStream {
    match value {
        Value::Json(json) => quote_spanned!(Span::mixed_site()=> __Json::Text(#json)),
        Value::List(values) => {
            let of = quote_spanned!(Span::mixed_site()=> <#of as __List>::Item);
            let values = values.iter().enumerate();
            let values = values.map(|(item, value)| look_up(value, &of, &format!("{at}x{item}"), this, items));
            let values: Vec<_> = values.collect();
            quote_spanned!(Span::mixed_site()=> __Json::List(&[#(#values),*]))
        }
        Value::Named(value, span) => {
            let name = Ident::new(&format!("__Default{at}"), Span::mixed_site());
            let value = model::with_self(value.clone(), this);
            items.push(quote_spanned!(Span::mixed_site()=> struct #name;));
            items.push(quote_spanned! {Span::mixed_site()=>
                impl __Constant for #name {
                    type Of = #of;
                    const VALUE: #of = #value;
                }
            });
            let name = Ident::new(&name.to_string(), span.resolved_at(Span::mixed_site()));
            quote_spanned!(*span=> __written::<#name, _>())
        }
    }
}
