//! `assert_schema!`: a JSON text in the source, brought into the one order of keys that schemas are written in, so
//! that the compiler has only to compare bytes. What a schema may hold is not judged here.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::{
    Lit, LitStr, Path, Token, braced, bracketed,
    ext::IdentExt,
    parse::{Parse, ParseStream},
};
use toolkit_rules::{json_string, numbers, schema::KEYS, separated};

/// A JSON value.
enum Json {
    /// A number, a text, `true`, `false` or `null`, as written in JSON.
    Scalar(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

struct Assertion {
    tool: Path,
    schema: Json,
}

impl Parse for Assertion {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let tool = input.call(Path::parse_mod_style)?;
        input.parse::<Token![,]>().map_err(|error| {
            syn::Error::new(
                error.span(),
                "expected the schema behind the tool; write `assert_schema!(notes::write, { .. })`",
            )
        })?;
        let schema = input.parse()?;
        input.parse::<Option<Token![,]>>()?;
        Ok(Self { tool, schema })
    }
}

impl Parse for Json {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(syn::token::Brace) {
            let content;
            braced!(content in input);
            let mut members: Vec<(String, Self)> = Vec::new();
            while !content.is_empty() {
                let key: LitStr = content
                    .parse()
                    .map_err(|error| syn::Error::new(error.span(), "a key stands in quotes; write `\"type\"`"))?;
                let name = key.value();
                if members.iter().any(|(known, _)| *known == name) {
                    return Err(syn::Error::new(key.span(), format!("`{name}` is given twice; keep one")));
                }
                content.parse::<Token![:]>()?;
                members.push((name, content.parse()?));
                if !content.is_empty() {
                    content.parse::<Token![,]>()?;
                }
            }
            return Ok(Self::Object(members));
        }
        if input.peek(syn::token::Bracket) {
            let content;
            bracketed!(content in input);
            let items = content.parse_terminated(Self::parse, Token![,])?;
            return Ok(Self::List(items.into_iter().collect()));
        }
        scalar(input).map(Self::Scalar)
    }
}

fn scalar(input: ParseStream<'_>) -> syn::Result<String> {
    let sign = if input.parse::<Option<Token![-]>>()?.is_some() { "-" } else { "" };
    if input.peek(Ident::peek_any) && !input.peek(Lit) {
        let word = input.call(Ident::parse_any)?;
        return match word.to_string().as_str() {
            "null" => Ok("null".to_owned()),
            other => {
                Err(syn::Error::new(word.span(), format!("`{other}` is no JSON; write a text in quotes, or null")))
            }
        };
    }
    let lit: Lit = input.parse().map_err(|error| {
        syn::Error::new(
            error.span(),
            "this is no JSON; write a text in quotes, a number, true, false, null, a list or an object",
        )
    })?;
    match &lit {
        Lit::Str(text) if sign.is_empty() => Ok(json_string(&text.value())),
        Lit::Bool(value) if sign.is_empty() => Ok(value.value.to_string()),
        Lit::Int(int) => Ok(format!("{sign}{}", int.base10_digits())),
        Lit::Float(float) => match numbers::float(float.base10_parse()?) {
            Some(digits) => Ok(format!("{sign}{digits}")),
            None => Err(syn::Error::new(
                lit.span(),
                "this number is larger than JSON readers take; write one up to 1.7e308",
            )),
        },
        _ => Err(syn::Error::new(
            lit.span(),
            "this is no JSON; write a text in quotes, a number, true, false, null, a list or an object",
        )),
    }
}

impl Json {
    /// A schema, its keys in order; the parameters under `properties` keep theirs.
    fn write_schema(&self, out: &mut String) {
        let Self::Object(members) = self else { return self.write(out) };
        let rank = |key: &str| KEYS.iter().position(|known| *known == key).unwrap_or(KEYS.len());
        let mut members: Vec<_> = members.iter().collect();
        members.sort_by_key(|(key, _)| rank(key));
        separated(out, ['{', '}'], members, |(key, value), out| {
            out.push_str(&json_string(key));
            out.push(':');
            match (key.as_str(), value) {
                ("properties", Self::Object(parameters)) => {
                    separated(out, ['{', '}'], parameters, |(name, schema), out| {
                        out.push_str(&json_string(name));
                        out.push(':');
                        schema.write_schema(out);
                    });
                }
                ("items" | "additionalProperties", _) => value.write_schema(out),
                _ => value.write(out),
            }
        });
    }

    fn write(&self, out: &mut String) {
        match self {
            Self::Scalar(text) => out.push_str(text),
            Self::List(items) => separated(out, ['[', ']'], items, |item, out| item.write(out)),
            Self::Object(members) => separated(out, ['{', '}'], members, |(key, value), out| {
                out.push_str(&json_string(key));
                out.push(':');
                value.write(out);
            }),
        }
    }
}

/// ```text
/// const _: () = ::toolkit::__private::assert_schema("notes::write", &notes::__tool_write.spec, "{..}");
/// ```
pub fn assertion(input: TokenStream) -> TokenStream {
    let Assertion { tool, schema } = match syn::parse2(input) {
        Ok(assertion) => assertion,
        Err(error) => return error.to_compile_error(),
    };
    let mut asserted = String::new();
    schema.write_schema(&mut asserted);
    let shown = shown(&tool);
    let span = tool.segments.last().map_or_else(Span::call_site, |last| last.ident.span());
    let mut constant = tool;
    if let Some(last) = constant.segments.last_mut() {
        last.ident = Ident::new(&format!("__tool_{}", last.ident.unraw()), last.ident.span());
    }
    quote_spanned! {span=> const _: () = ::toolkit::__private::assert_schema(#shown, &#constant.spec, #asserted); }
}

fn shown(path: &Path) -> String {
    let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    segments.join("::")
}
