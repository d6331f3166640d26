//! What was found out about a type: which of the shapes of the table it has, and what serde and the model read for
//! each part. Judging it is `check`'s, printing it `expand`'s.

use super::{
    case::Case,
    keys::{FieldKeys, TypeKeys},
    serde::Serde,
};
use crate::{doc_text::DocText, errors::Errors};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Data, DeriveInput, Field, Fields, Variant, ext::IdentExt, spanned::Spanned};

/// One `#[derive(ToolType)]`.
pub struct Model<'a> {
    pub input: &'a DeriveInput,
    /// The path of the crate `toolkit`.
    pub krate: TokenStream,
    pub keys: TypeKeys,
    pub serde: Serde,
    pub shape: Shape<'a>,
}

/// What a value looks like on the wire.
pub enum Shape<'a> {
    /// One of these texts, or numbers.
    Enum(Vec<Choice<'a>>),
    /// An object with these members.
    Struct(Vec<Member<'a>>),
    /// What the one field is.
    Newtype(Box<Member<'a>>),
    /// Nothing that the table has.
    Unfit(Unfit<'a>),
}

pub enum Unfit<'a> {
    Union(Span),
    Data(&'a Variant),
    Unit,
    Tuple(Span),
}

/// A variant that serde reads.
pub struct Choice<'a> {
    pub variant: &'a Variant,
    pub serde: Serde,
    /// Its name on the wire, unless it is a number there.
    pub name: String,
}

/// A field that serde reads.
pub struct Member<'a> {
    pub field: &'a Field,
    pub serde: Serde,
    pub keys: FieldKeys,
    pub doc: DocText,
    /// Its name on the wire.
    pub name: String,
}

impl<'a> Model<'a> {
    /// Gathers the facts. Mistakes of spelling are added to `errors`; the rest waits for the checks.
    pub fn of(input: &'a DeriveInput, errors: &mut Errors) -> Self {
        let keys = TypeKeys::read(&input.attrs, errors);
        let serde = Serde::of(&input.attrs);
        let krate = match &keys.krate {
            Some(path) => path.value.to_token_stream(),
            None => quote!(::toolkit),
        };
        let shape = Shape::of(input, &serde, errors);
        Self { input, krate, keys, serde, shape }
    }

    pub fn ident(&self) -> &'a Ident {
        &self.input.ident
    }

    /// Whether serde reads the one field in place of the whole.
    pub fn is_transparent(&self) -> bool {
        self.serde.has(&["transparent"])
    }

    /// The variants that serde leaves out.
    pub fn skipped_variants(&self) -> impl Iterator<Item = &'a Variant> {
        let variants = match &self.input.data {
            Data::Enum(data) => Some(&data.variants),
            Data::Struct(_) | Data::Union(_) => None,
        };
        variants.into_iter().flatten().filter(|variant| is_skipped(&Serde::of(&variant.attrs)))
    }

    /// Whether serde fills a member in that is not there, whatever its type.
    pub fn may_leave_out(&self, member: &Member<'_>) -> bool {
        self.serde.has(&["default"]) || member.serde.has(&["default"])
    }

    /// Where a field's type names the type itself. A path of several parts may name another, so only a single name
    /// counts, which nothing else can have here.
    pub fn mention(&self, member: &Member<'_>) -> Option<Span> {
        mention(member.field.ty.to_token_stream(), self.ident())
    }
}

impl<'a> Shape<'a> {
    fn of(input: &'a DeriveInput, serde: &Serde, errors: &mut Errors) -> Self {
        let case = serde.text("rename_all").and_then(|name| Case::named(&name.value()));
        match &input.data {
            Data::Union(data) => Self::Unfit(Unfit::Union(data.union_token.span)),
            Data::Enum(data) => {
                if let Some(variant) = data.variants.iter().find(|variant| !matches!(variant.fields, Fields::Unit)) {
                    return Self::Unfit(Unfit::Data(variant));
                }
                Self::Enum(data.variants.iter().filter_map(|variant| Choice::of(variant, case)).collect())
            }
            Data::Struct(data) => {
                let mut members: Vec<_> =
                    data.fields.iter().filter_map(|field| Member::of(field, case, errors)).collect();
                match &data.fields {
                    Fields::Named(_) if !serde.has(&["transparent"]) => Self::Struct(members),
                    Fields::Unit => Self::Unfit(Unfit::Unit),
                    Fields::Unnamed(fields) if fields.unnamed.len() > 1 && !serde.has(&["transparent"]) => {
                        Self::Unfit(Unfit::Tuple(fields.span()))
                    }
                    _ => match members.iter().position(|member| !member.serde.has(&["default"])) {
                        Some(at) => Self::Newtype(Box::new(members.swap_remove(at))),
                        None => Self::Unfit(Unfit::Unit),
                    },
                }
            }
        }
    }
}

impl<'a> Choice<'a> {
    fn of(variant: &'a Variant, case: Option<Case>) -> Option<Self> {
        let serde = Serde::of(&variant.attrs);
        if is_skipped(&serde) {
            return None;
        }
        let own = variant.ident.unraw().to_string();
        let name = match (serde.text("rename"), case) {
            (Some(name), _) => name.value(),
            (None, Some(case)) => case.of_variant(&own),
            (None, None) => own,
        };
        Some(Self { variant, serde, name })
    }

    /// Where its name is written.
    pub fn name_span(&self) -> Span {
        self.serde.text("rename").map_or_else(|| self.variant.ident.span(), Spanned::span)
    }
}

impl<'a> Member<'a> {
    fn of(field: &'a Field, case: Option<Case>, errors: &mut Errors) -> Option<Self> {
        let serde = Serde::of(&field.attrs);
        if is_skipped(&serde) {
            return None;
        }
        let own = field.ident.as_ref().map(|ident| ident.unraw().to_string()).unwrap_or_default();
        let name = match (serde.text("rename"), case) {
            (Some(name), _) => name.value(),
            (None, Some(case)) => case.of_field(&own),
            (None, None) => own,
        };
        let keys = FieldKeys::read(&field.attrs, errors);
        Some(Self { field, serde, keys, doc: DocText::of(&field.attrs), name })
    }

    /// Where its name is written.
    pub fn name_span(&self) -> Span {
        match (self.serde.text("rename"), &self.field.ident) {
            (Some(name), _) => name.span(),
            (None, Some(ident)) => ident.span(),
            (None, None) => self.field.span(),
        }
    }

    /// What the model reads about it.
    pub fn description(&self) -> String {
        match &self.keys.description {
            Some(text) => text.value.value(),
            None => self.doc.paragraph(),
        }
    }
}

fn is_skipped(serde: &Serde) -> bool {
    serde.has(&["skip", "skip_deserializing"])
}

fn mention(tokens: TokenStream, own: &Ident) -> Option<Span> {
    let mut behind_colons = false;
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match &token {
            TokenTree::Group(group) => {
                if let Some(span) = mention(group.stream(), own) {
                    return Some(span);
                }
            }
            TokenTree::Ident(ident) => {
                let before_colons = matches!(tokens.peek(), Some(TokenTree::Punct(punct)) if punct.as_char() == ':');
                if *ident == "Self" || (ident == own && !behind_colons && !before_colons) {
                    return Some(ident.span());
                }
            }
            _ => {}
        }
        behind_colons = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ':');
    }
    None
}
