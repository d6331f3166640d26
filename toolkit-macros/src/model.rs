//! What was found out about an item: owned facts beside the nodes they came from, for errors to point at. Judging
//! them is `check`'s, printing them `expand`'s; both ask here, so that they cannot disagree.

use crate::{
    args::{ArgKeys, ToolKeys},
    default::{self, DefaultValue},
    doc_text::DocText,
    errors::Errors,
    item::{Block, Function, Item},
};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{FnArg, Pat, PatType, Receiver, ReceiverKind, ReturnType, Type, Visibility, ext::IdentExt, spanned::Spanned};
use toolkit_rules::docs;

/// One `#[tool]`.
pub struct Model<'a> {
    /// The path of the crate `toolkit`.
    pub krate: TokenStream,
    pub kind: Kind<'a>,
}

pub enum Kind<'a> {
    Function(Tool<'a>),
    Block(Group<'a>),
}

/// An impl block and its tools.
pub struct Group<'a> {
    pub block: &'a Block,
    pub keys: ToolKeys,
    pub doc: DocText,
    pub tools: Vec<Tool<'a>>,
    /// The function called `new`.
    pub constructor: Option<&'a Function>,
}

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
    pub parameters: Vec<Parameter<'a>>,
}

/// A parameter of a tool, without the receiver.
pub struct Parameter<'a> {
    pub typed: &'a PatType,
    pub keys: ArgKeys,
    pub doc: DocText,
    pub default: Option<DefaultValue>,
    /// Its text in the function's own doc comment.
    pub entry: Option<docs::Entry>,
}

/// How a method takes its instance.
#[derive(Clone, Copy)]
pub enum Takes {
    Nothing,
    Reference,
    /// `self`, `self: Box<Self>` and the like.
    Unfit(Span),
}

impl<'a> Model<'a> {
    /// Gathers the facts. Mistakes of spelling are added to `errors`; the rest waits for the checks.
    pub fn of(item: &'a Item, keys: TokenStream, errors: &mut Errors) -> Self {
        let keys = ToolKeys::read(keys, errors);
        let krate = match &keys.krate {
            Some(path) => path.value.to_token_stream(),
            None => quote!(::toolkit),
        };
        let kind = match item {
            Item::Function(function) => Kind::Function(Tool::of(function, None, keys, String::new(), errors)),
            Item::Block(block) => Kind::Block(Group::of(block, keys, errors)),
        };
        Self { krate, kind }
    }

    /// All tools of the item.
    pub fn tools(&self) -> &[Tool<'a>] {
        match &self.kind {
            Kind::Function(tool) => std::slice::from_ref(tool),
            Kind::Block(group) => &group.tools,
        }
    }
}

impl<'a> Group<'a> {
    fn of(block: &'a Block, keys: ToolKeys, errors: &mut Errors) -> Self {
        let doc = DocText::of(&block.attrs);
        let text = docs::whole(&doc.text);
        let ending = if text.is_empty() { text } else { format!("\n({text})") };
        let constructor = block.functions().find(|function| function.signature.ident == "new");
        let is_constructor = |function: &Function| constructor.is_some_and(|new| std::ptr::eq(new, function));
        let some_marked = block.functions().any(is_marked) || block.unfinished().any(|function| function.marked);
        let tools = block
            .functions()
            .filter(|function| !is_constructor(function))
            .filter(|function| if some_marked { is_marked(function) } else { is_public(function) })
            .map(|function| {
                let keys = ToolKeys::of(&function.attrs, errors).unwrap_or_default();
                Tool::of(function, Some(block), keys, ending.clone(), errors)
            })
            .collect();
        Self { block, keys, doc, tools, constructor }
    }

    /// Whether the instance lives as long as the run.
    pub fn lives_for_the_run(&self) -> bool {
        self.keys.scope.as_ref().is_some_and(|scope| scope.value.value() == "run")
    }
}

/// Whether a method carries a `#[tool]` of its own.
pub fn is_marked(function: &Function) -> bool {
    function.attrs.iter().any(crate::item::is_ours)
}

fn is_public(function: &Function) -> bool {
    matches!(function.visibility, Visibility::Public(_))
}

impl<'a> Tool<'a> {
    fn of(
        function: &'a Function,
        block: Option<&'a Block>,
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
        Self { function, block, keys, doc, read, ending, parameters }
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
        self.outer(parameter.typed.ty.to_token_stream())
    }

    /// What it returns, written so; `None` where no constant can write it.
    pub fn outer_result(&self) -> Option<TokenStream> {
        let ReturnType::Type(_, ty) = &self.function.signature.output else { return None };
        let tokens = ty.to_token_stream();
        (!self.never_returns() && keyword_impl(tokens.clone()).is_none()).then(|| self.outer(tokens))
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

    fn outer(&self, ty: TokenStream) -> TokenStream {
        let own: Vec<String> =
            self.function.signature.generics.lifetimes().map(|own| own.lifetime.ident.to_string()).collect();
        let this = self.block.map(|block| block.self_type.to_token_stream());
        outer(ty, &own, this.as_ref())
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

impl<'a> Parameter<'a> {
    fn of(typed: &'a PatType, read: &docs::Doc, errors: &mut Errors) -> Self {
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

fn keyword_impl(tokens: TokenStream) -> Option<Span> {
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Ident(ident) if ident == "impl" => Some(ident.span()),
        TokenTree::Group(group) => keyword_impl(group.stream()),
        _ => None,
    })
}
