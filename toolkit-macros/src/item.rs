//! The item under `#[tool]` as it is written: a function or an impl block. Bodies stay tokens; nobody here reads them.

use crate::{rustdoc, unfinished::Unfinished};
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, TokenStreamExt};
use syn::{
    Attribute, Generics, ImplItem, Path, Signature, Token, Type, Visibility, braced,
    parse::{Parse, ParseStream, discouraged::Speculative},
    token::Brace,
};

/// What stands under `#[tool]`.
#[expect(clippy::large_enum_variant, reason = "an expansion makes one")]
pub enum Written {
    /// An item that can be read.
    Item(Item),
    /// A function that cannot yet.
    Unfinished(Unfinished),
}

/// What `#[tool]` can stand on.
pub enum Item {
    /// A function.
    Function(Function),
    /// An inherent impl block.
    Block(Block),
}

/// A function or a method.
pub struct Function {
    pub attrs: Vec<Attribute>,
    pub visibility: Visibility,
    pub signature: Signature,
    /// The braces and all in them; a `;` where the author wrote none.
    pub body: TokenTree,
}

/// An impl block.
pub struct Block {
    pub attrs: Vec<Attribute>,
    pub unsafety: Option<Token![unsafe]>,
    pub impl_token: Token![impl],
    pub generics: Generics,
    /// The trait it implements, which makes it no tool impl.
    pub of_trait: Option<Path>,
    pub self_type: Type,
    pub brace: Brace,
    pub members: Vec<Member>,
}

/// What stands in an impl block.
pub enum Member {
    /// A function that may be a tool.
    Function(Box<Function>),
    /// One that cannot be read yet.
    Unfinished(Unfinished),
    /// Anything else, kept as it is.
    Other(TokenStream),
}

impl Parse for Written {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let ahead = input.fork();
        let attrs = ahead.call(Attribute::parse_outer)?;
        let block = ahead.fork();
        let _: Option<Token![unsafe]> = block.parse()?;
        if block.peek(Token![impl]) {
            input.advance_to(&ahead);
            return Block::parse(attrs, input).map(|block| Self::Item(Item::Block(block)));
        }
        let visibility: Visibility = ahead.parse()?;
        if !starts_function(&ahead) {
            return Err(ahead.error("`#[tool]` stands on a function or an `impl` block; move it to one"));
        }
        match Function::parse(attrs, visibility, &ahead) {
            Ok(function) => {
                input.advance_to(&ahead);
                Ok(Self::Item(Item::Function(function)))
            }
            Err(error) => Unfinished::read(input, error, false).map(Self::Unfinished),
        }
    }
}

impl Item {
    /// The functions that cannot be read yet.
    pub fn unfinished(&self) -> impl Iterator<Item = &Unfinished> {
        let block = match self {
            Self::Function(_) => None,
            Self::Block(block) => Some(block),
        };
        block.into_iter().flat_map(Block::unfinished)
    }
}

/// Whether a signature follows, however unfit for a tool.
fn starts_function(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    while ahead.peek(Token![const]) || ahead.peek(Token![async]) || ahead.peek(Token![unsafe]) {
        let _ = ahead.parse::<TokenTree>();
    }
    if ahead.peek(Token![extern]) {
        let _ = ahead.parse::<syn::Abi>();
    }
    ahead.peek(Token![fn])
}

impl Function {
    fn parse(attrs: Vec<Attribute>, visibility: Visibility, input: ParseStream<'_>) -> syn::Result<Self> {
        let signature = input.parse()?;
        if !input.peek(Brace) && !input.peek(Token![;]) {
            return Err(input.error("expected the body of the function"));
        }
        let body = input.parse()?;
        Ok(Self { attrs, visibility, signature, body })
    }

    /// The item as written, without the attributes that are ours, documented for rustdoc.
    pub fn write(&self, tokens: &mut TokenStream) {
        tokens.append_all(rustdoc::of_function(&self.attrs, &self.signature.inputs));
        self.visibility.to_tokens(tokens);
        let mut signature = self.signature.clone();
        for input in &mut signature.inputs {
            match input {
                syn::FnArg::Typed(typed) => typed.attrs.retain(|attribute| {
                    !attribute.path().is_ident("arg")
                        && !attribute.path().is_ident("doc")
                        && under_a_condition(attribute, &["arg", "doc"]).is_none()
                }),
                syn::FnArg::Receiver(receiver) => receiver.attrs.retain(|attribute| !attribute.path().is_ident("arg")),
            }
        }
        signature.to_tokens(tokens);
        self.body.to_tokens(tokens);
    }
}

impl Block {
    fn parse(attrs: Vec<Attribute>, input: ParseStream<'_>) -> syn::Result<Self> {
        let unsafety = input.parse()?;
        let impl_token = input.parse()?;
        let generics: Generics = if input.peek(Token![<]) { input.parse()? } else { Generics::default() };
        let first: Type = input.parse()?;
        let (of_trait, self_type) = if input.peek(Token![for]) {
            input.parse::<Token![for]>()?;
            let Type::Path(path) = first else {
                return Err(syn::Error::new_spanned(first, "expected a trait"));
            };
            (Some(path.path), input.parse()?)
        } else {
            (None, first)
        };
        let generics = Generics { where_clause: input.parse()?, ..generics };
        let content;
        let brace = braced!(content in input);
        let mut members = Vec::new();
        while !content.is_empty() {
            members.push(content.parse()?);
        }
        Ok(Self { attrs, unsafety, impl_token, generics, of_trait, self_type, brace, members })
    }

    /// The functions, in the order they are written.
    pub fn functions(&self) -> impl Iterator<Item = &Function> {
        self.members.iter().filter_map(|member| match member {
            Member::Function(function) => Some(&**function),
            Member::Unfinished(_) | Member::Other(_) => None,
        })
    }

    /// The functions that cannot be read yet.
    pub fn unfinished(&self) -> impl Iterator<Item = &Unfinished> {
        self.members.iter().filter_map(|member| match member {
            Member::Unfinished(function) => Some(function),
            Member::Function(_) | Member::Other(_) => None,
        })
    }

    /// The item as written, without the attributes that are ours, and with more members at its end.
    pub fn write(&self, more: TokenStream, tokens: &mut TokenStream) {
        tokens.append_all(rustdoc::of_block(&self.attrs));
        self.unsafety.to_tokens(tokens);
        self.impl_token.to_tokens(tokens);
        self.generics.to_tokens(tokens);
        if let Some(of_trait) = &self.of_trait {
            of_trait.to_tokens(tokens);
            Token![for](Span::call_site()).to_tokens(tokens);
        }
        self.self_type.to_tokens(tokens);
        self.generics.where_clause.to_tokens(tokens);
        let mut members = TokenStream::new();
        for member in &self.members {
            match member {
                Member::Function(function) => function.write(&mut members),
                Member::Unfinished(_) => {}
                Member::Other(other) => members.extend(other.clone()),
            }
        }
        members.extend(more);
        // Last, where the compiler loses nothing else of the block in them.
        members.extend(self.unfinished().map(|function| function.tokens.clone()));
        let mut braces = Group::new(proc_macro2::Delimiter::Brace, members);
        braces.set_span(self.brace.span.join());
        tokens.extend([TokenTree::Group(braces)]);
    }
}

impl Parse for Member {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let ahead = input.fork();
        match Self::read(&ahead) {
            Ok(member) => {
                input.advance_to(&ahead);
                Ok(member)
            }
            Err(error) => Unfinished::read(input, error, true).map(Self::Unfinished),
        }
    }
}

impl Member {
    fn read(input: ParseStream<'_>) -> syn::Result<Self> {
        let ahead = input.fork();
        let attrs = ahead.call(Attribute::parse_outer)?;
        let visibility = ahead.parse()?;
        if !starts_function(&ahead) {
            return Ok(Self::Other(input.parse::<ImplItem>()?.into_token_stream()));
        }
        let function = Function::parse(attrs, visibility, &ahead)?;
        input.advance_to(&ahead);
        Ok(Self::Function(Box::new(function)))
    }
}

/// Where `#[cfg_attr(.., name)]` has an attribute of one of these names.
pub fn under_a_condition(attribute: &Attribute, names: &[&str]) -> Option<Ident> {
    let list = attribute.meta.require_list().ok().filter(|list| list.path.is_ident("cfg_attr"))?;
    let tokens: Vec<TokenTree> = list.tokens.clone().into_iter().collect();
    tokens.iter().enumerate().find_map(|(at, token)| {
        let TokenTree::Ident(name) = token else { return None };
        // `doc(..)` speaks to rustdoc alone.
        let to_rustdoc = name == "doc" && matches!(tokens.get(at + 1), Some(TokenTree::Group(_)));
        (names.iter().any(|known| name == known) && !to_rustdoc).then(|| name.clone())
    })
}

/// Whether an attribute is `#[tool]`, under whatever path it was imported.
pub fn is_ours(attribute: &Attribute) -> bool {
    attribute.path().segments.last().is_some_and(|segment| segment.ident == "tool")
}
