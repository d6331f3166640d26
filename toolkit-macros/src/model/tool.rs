//! A function or method that is a tool.

use super::{Parameter, parameter::keyword_impl};
use crate::{
    args::{FLAGS, ToolKeys},
    doc_text::DocText,
    errors::Errors,
    item::{Block, Function},
};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{FnArg, Receiver, ReceiverKind, ReturnType, Type, ext::IdentExt, spanned::Spanned};
use toolkit_rules::docs;

/// A function or method that is a tool.
pub struct Tool<'a> {
    pub function: &'a Function,
    /// The impl block it stands in.
    pub block: Option<&'a Block>,
    pub keys: ToolKeys,
    pub doc: DocText,
    pub read: docs::Doc,
    /// The text of the impl block, as every description ends.
    ending: String,
    /// What the impl block says for all of its methods.
    inherited: Vec<(&'static str, bool)>,
    service: Option<String>,
    pub parameters: Vec<Parameter<'a>>,
}

/// How a method takes its instance.
#[derive(Clone, Copy)]
pub enum Takes {
    Nothing,
    Reference,
    /// `self`, `self: Box<Self>` and the like.
    Unfit(Span),
}

impl<'a> Tool<'a> {
    /// Gathers the facts; a method's block comes with the keys that hold for all of its methods.
    pub fn of(
        function: &'a Function,
        block: Option<(&'a Block, &ToolKeys)>,
        keys: ToolKeys,
        ending: String,
        errors: &mut Errors,
    ) -> Self {
        let doc = DocText::of(&function.attrs);
        let read = doc.read();
        let parameters = function
            .signature
            .inputs
            .iter()
            .filter_map(|input| match input {
                FnArg::Typed(typed) => Some(Parameter::of(typed, &read, errors)),
                FnArg::Receiver(_) => None,
            })
            .collect();
        let of_block = block.map(|(_, keys)| keys);
        let inherited = FLAGS.into_iter().filter_map(|name| Some((name, of_block?.flag(name)?.on))).collect();
        let service = |keys: &ToolKeys| keys.service.as_ref().map(|name| name.value.value());
        let service = service(&keys).or_else(|| service(of_block?));
        Self { function, block: block.map(|(block, _)| block), keys, doc, read, ending, inherited, service, parameters }
    }

    /// Whether one of [`FLAGS`] is on; `None` when nobody says.
    pub fn flag(&self, name: &str) -> Option<bool> {
        let inherited = || self.inherited.iter().find(|(known, _)| *known == name);
        self.keys.flag(name).map(|flag| flag.on).or_else(|| Some(inherited()?.1))
    }

    /// The service it belongs to.
    pub fn service(&self) -> Option<&str> {
        self.service.as_deref()
    }

    pub fn ident(&self) -> &'a Ident {
        &self.function.signature.ident
    }

    /// The function's half of the tool's name.
    pub fn name(&self) -> String {
        self.ident().unraw().to_string()
    }

    /// The hidden constant beside the function.
    pub fn constant(&self) -> Ident {
        Ident::new(&format!("__tool_{}", self.name()), self.ident().span().resolved_at(Span::mixed_site()))
    }

    /// What the author says about the tool itself.
    fn own_description(&self) -> String {
        match &self.keys.description {
            Some(text) => text.value.value(),
            None => self.read.description.clone(),
        }
    }

    /// What the model reads.
    pub fn description(&self) -> String {
        self.own_description() + &self.ending
    }

    /// Nobody wrote what the tool does.
    pub fn has_no_description(&self) -> bool {
        self.own_description().is_empty()
    }

    /// The author wrapped the first sentence, and the model sees its first line.
    pub fn is_wrapped(&self) -> bool {
        self.keys.description.is_none() && self.read.wrapped
    }

    pub fn receiver(&self) -> Option<&'a Receiver> {
        self.function.signature.receiver()
    }

    pub fn takes(&self) -> Takes {
        match self.receiver() {
            None => Takes::Nothing,
            Some(receiver) => match &receiver.kind {
                ReceiverKind::Reference(..) => Takes::Reference,
                _ => Takes::Unfit(receiver.span()),
            },
        }
    }

    pub fn is_async(&self) -> bool {
        self.function.signature.asyncness.is_some()
    }

    /// A parameter's type as the constants outside the function can write it: without the function's own lifetimes
    /// and without `Self`.
    pub fn outer_type(&self, parameter: &Parameter<'_>) -> TokenStream {
        outer_type(self.function, self.block, &parameter.typed.ty)
    }

    /// What it returns, written so; `None` where no constant can write it.
    pub fn outer_result(&self) -> Option<TokenStream> {
        let ReturnType::Type(_, ty) = &self.function.signature.output else { return None };
        let unwritten = self.never_returns() || keyword_impl(ty.to_token_stream()).is_some();
        (!unwritten).then(|| outer_type(self.function, self.block, ty))
    }

    /// It returns `!`: only its failures and its bound end it.
    pub fn never_returns(&self) -> bool {
        let ReturnType::Type(_, ty) = &self.function.signature.output else { return false };
        let mut ty = &**ty;
        // A type that came through a macro's `$result:ty`.
        while let Type::Group(group) = ty {
            ty = &group.elem;
        }
        matches!(ty, Type::Never(_))
    }

    /// Where a parameter's text stands, if it has one.
    pub fn described_at(&self, parameter: &Parameter<'_>) -> Option<Span> {
        if !parameter.doc.text.trim().is_empty() {
            return Some(parameter.doc.start());
        }
        parameter.entry.as_ref().map(|entry| self.doc.line(entry.line))
    }

    /// Whether a parameter goes by this name, on either side of the wire.
    pub fn has_parameter(&self, name: &str) -> bool {
        self.parameters
            .iter()
            .any(|parameter| parameter.name() == name || parameter.rust_name().as_deref() == Some(name))
    }

    /// Its own bound on a call.
    pub fn bound(&self) -> Option<std::time::Duration> {
        seconds(&self.keys.timeout.as_ref()?.value)
    }
}

/// A number of seconds, if that is what is written.
pub fn seconds(value: &syn::Expr) -> Option<std::time::Duration> {
    let syn::Expr::Lit(literal) = value else { return None };
    let seconds: f64 = match &literal.lit {
        syn::Lit::Int(int) => int.base10_parse().ok()?,
        syn::Lit::Float(float) => float.base10_parse().ok()?,
        _ => return None,
    };
    (seconds > 0.0).then(|| std::time::Duration::try_from_secs_f64(seconds).ok())?
}

/// A type in a function's signature as the constants outside the function can write it.
pub fn outer_type(function: &Function, block: Option<&Block>, ty: &Type) -> TokenStream {
    let own: Vec<String> = function.signature.generics.lifetimes().map(|own| own.lifetime.ident.to_string()).collect();
    let this = block.map(|block| block.self_type.to_token_stream());
    outer(ty.to_token_stream(), &own, this.as_ref())
}

/// An expression that names `Self`, as an item beside can write it.
pub fn with_self(tokens: TokenStream, this: Option<&TokenStream>) -> TokenStream {
    outer(tokens, &[], this.map(|this| quote!(<#this>)).as_ref())
}

/// A type without lifetimes of its own, for places that do not let them be left out.
pub fn lasting(tokens: TokenStream) -> TokenStream {
    let mut lasting: Vec<TokenTree> = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    let is =
        |token: Option<&TokenTree>, punct| matches!(token, Some(TokenTree::Punct(found)) if found.as_char() == punct);
    while let Some(token) = tokens.next() {
        let (reference, lifetime) = (is(Some(&token), '&'), is(lasting.last(), '\''));
        match token {
            TokenTree::Group(group) => {
                let mut inner = proc_macro2::Group::new(group.delimiter(), self::lasting(group.stream()));
                inner.set_span(group.span());
                lasting.push(inner.into());
            }
            TokenTree::Ident(name) if lifetime => lasting.push(Ident::new("static", name.span()).into()),
            other => lasting.push(other),
        }
        if reference && !is(tokens.peek(), '\'') {
            lasting.extend(quote!('static));
        }
    }
    lasting.into_iter().collect()
}

fn outer(tokens: TokenStream, own: &[String], this: Option<&TokenStream>) -> TokenStream {
    let mut after_quote = false;
    tokens
        .into_iter()
        .map(|token| {
            let of_lifetime = std::mem::replace(
                &mut after_quote,
                matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '\''),
            );
            match token {
                TokenTree::Group(group) => {
                    let mut inner = proc_macro2::Group::new(group.delimiter(), outer(group.stream(), own, this));
                    inner.set_span(group.span());
                    TokenTree::Group(inner).into()
                }
                TokenTree::Ident(ident) if of_lifetime && own.contains(&ident.to_string()) => {
                    TokenTree::Ident(Ident::new("_", ident.span())).into()
                }
                TokenTree::Ident(ident) if !of_lifetime && ident == "Self" => {
                    this.cloned().unwrap_or_else(|| ident.into_token_stream())
                }
                other => other.into(),
            }
        })
        .collect::<TokenStream>()
}
