//! Prints the impl. Nothing can go wrong here; the Rust that a generator makes stands above it.

use super::model::{Choice, Member, Model, Shape};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use toolkit_rules::json_string;

/// ```text
/// const _: () = {
///     impl ToolType for Mode { .. }
/// };
/// ```
pub fn expand(model: &Model<'_>) -> TokenStream {
    implemented(model, true)
}

/// The same for a type with mistakes: what is not understood accepts anything.
pub fn kept(model: &Model<'_>) -> TokenStream {
    match &model.shape {
        // What serde has no reading for has no impl of any trait here.
        Shape::Unfit(super::model::Unfit::Union(_)) => TokenStream::new(),
        _ => implemented(model, false),
    }
}

fn implemented(model: &Model<'_>, whole: bool) -> TokenStream {
    let krate = &model.krate;
    let ident = model.ident();
    let (of, with, conditions) = model.input.generics.split_for_impl();
    // A type with parameters is refused, and kept where it can be read at all.
    let conditions = match (conditions, model.input.generics.params.is_empty()) {
        (None, true) => TokenStream::new(),
        (Some(own), true) => quote!(#own),
        (None, false) => quote!(where Self: __DeserializeOwned),
        (Some(own), false) => quote!(#own, Self: __DeserializeOwned),
    };
    let (items, beside) = match &model.shape {
        _ if !model.input.generics.params.is_empty() => (of_anything(), TokenStream::new()),
        Shape::Enum(choices) if model.keys.integer.is_some() => {
            let reading = reading(ident, choices);
            let default = default(
                ident,
                &quote_spanned!(Span::mixed_site()=> __Json::One(__Values::I128(&[__D::VALUE as i128]))),
            );
            (of_numbers(choices), quote!(#reading #default))
        }
        Shape::Enum(choices) if choices.is_empty() => (of_anything(), TokenStream::new()),
        Shape::Enum(choices) => (of_words(choices), default(ident, &word(model, choices))),
        Shape::Struct(members) => {
            let members: Vec<_> = members.iter().filter(|member| whole || model.mention(member).is_none()).collect();
            (of_members(model, &members), TokenStream::new())
        }
        Shape::Newtype(inner) if model.mention(inner).is_none() => {
            (of_inner(model, inner), must_be_given(model, inner))
        }
        Shape::Newtype(_) | Shape::Unfit(_) => (of_anything(), TokenStream::new()),
    };
    quote_spanned! {Span::mixed_site()=>
        const _: () = {
            use #krate::__private::derive::*;
            #[automatically_derived]
            impl #of __ToolType for #ident #with #conditions {
                #items
            }
            #beside
        };
    }
}

/// `const SCHEMA: Schema = Schema::Enum(Held::Static(&[Literal::String(Held::Static("fast"))]));`
fn of_words(choices: &[Choice<'_>]) -> TokenStream {
    let names = choices.iter().map(|choice| &choice.name);
    quote_spanned! {Span::mixed_site()=>
        const SCHEMA: __Schema = {
            const __CHOICES: &[__Literal] = &[#(__word(#names)),*];
            __Schema::Enum(__Held::Static(__CHOICES))
        };
        type Const = Self;
    }
}

/// `const SCHEMA: Schema = Schema::Enum(Held::Static(&[Literal::Integer(Level::Low as i128)]));`
fn of_numbers(choices: &[Choice<'_>]) -> TokenStream {
    let numbers = choices.iter().map(|choice| number(choice));
    quote_spanned! {Span::mixed_site()=>
        const SCHEMA: __Schema = __Schema::Enum(__Held::Static(const { &[#(__Literal::Integer(#numbers)),*] }));
        type Const = Self;
    }
}

fn number(choice: &Choice<'_>) -> TokenStream {
    let ident = &choice.variant.ident;
    quote_spanned!(Span::mixed_site()=> Self::#ident as i128)
}

/// The text of an enum's default, which the compiler finds.
///
/// ```text
/// impl<D: Constant<Of = Mode>> Written<D> for Mode {
///     const JSON: Json = Json::Text(match D::VALUE { Mode::Fast => "\"fast\"", Mode::Slow => "\"slow\"" });
/// }
/// ```
fn default(ident: &Ident, json: &TokenStream) -> TokenStream {
    quote_spanned! {Span::mixed_site()=>
        #[automatically_derived]
        impl<__D: __Constant<Of = #ident>> __Written<__D> for #ident {
            const JSON: __Json = #json;
        }
    }
}

fn word(model: &Model<'_>, choices: &[Choice<'_>]) -> TokenStream {
    let arms = choices.iter().map(|choice| {
        let (ident, json) = (&choice.variant.ident, json_string(&choice.name));
        quote_spanned!(Span::mixed_site()=> Self::#ident => #json)
    });
    let skipped = model.skipped_variants().map(|variant| {
        let ident = &variant.ident;
        let never = Ident::new("__never_given", ident.span().resolved_at(Span::mixed_site()));
        quote_spanned!(ident.span()=> Self::#ident => #never())
    });
    let arms = arms.chain(skipped);
    quote_spanned!(Span::mixed_site()=> __Json::Text(match __D::VALUE { #(#arms),* }))
}

/// Serde's own derive reads names, so that of the numbers is here, where it cannot differ from the schema.
///
/// ```text
/// impl<'de> Deserialize<'de> for Level {
///     fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
///         one_of(deserializer, &[(Self::Low as i128, || Self::Low)])
///     }
/// }
/// ```
fn reading(ident: &Ident, choices: &[Choice<'_>]) -> TokenStream {
    let arms = choices.iter().map(|choice| {
        let (number, ident) = (number(choice), &choice.variant.ident);
        quote_spanned!(Span::mixed_site()=> (#number, || Self::#ident))
    });
    quote_spanned! {Span::mixed_site()=>
        #[automatically_derived]
        impl<'de> __Deserialize<'de> for #ident {
            fn deserialize<__D: __Deserializer<'de>>(__deserializer: __D) -> __Result<Self, __D::Error> {
                __one_of(__deserializer, &[#(#arms),*])
            }
        }
    }
}

/// `const SCHEMA: Schema = Schema::Struct(Held::Static(&[member("left", "The left edge.", ..)]));`
///
/// A type that holds itself through another one is a cycle of these constants; the compiler's error shows their names.
fn of_members(model: &Model<'_>, members: &[&Member<'_>]) -> TokenStream {
    let params = members.iter().enumerate().map(|(at, member)| param(model, member, at));
    let this = model.ident().to_token_stream();
    let defaults = members.iter().enumerate().flat_map(|(at, member)| {
        let value = member.keys.value.iter();
        value.flat_map(|value| value.items(&member.field.ty.to_token_stream(), at, Some(&this))).collect::<Vec<_>>()
    });
    quote_spanned! {Span::mixed_site()=>
        const SCHEMA: __Schema = {
            #(#defaults)*
            const MEMBERS_OF_A_TYPE_THAT_MUST_NOT_HOLD_ITSELF: &[__Param] = &[#(#params),*];
            __Schema::Struct(__Held::Static(MEMBERS_OF_A_TYPE_THAT_MUST_NOT_HOLD_ITSELF))
        };
        type Const = __NoDefault;
    }
}

/// `member("left", "The left edge.", <u32 as ToolType>::SCHEMA, <u32 as ToolType>::REQUIRED)`
fn param(model: &Model<'_>, member: &Member<'_>, at: usize) -> TokenStream {
    let name = &member.name;
    let description = member.description();
    let schema = of_type(member, "SCHEMA");
    if let Some(default) = &member.keys.value {
        let json = default.text(at);
        return quote_spanned!(Span::mixed_site()=> __member_or(#name, #description, #schema, #json));
    }
    let required = if model.may_leave_out(member) { quote!(false) } else { of_type(member, "REQUIRED") };
    quote_spanned!(Span::mixed_site()=> __member(#name, #description, #schema, #required))
}

/// `<u32 as ToolType>::SCHEMA`, all of it at the type, so that a type without the trait is one error there however
/// often it is asked.
fn of_type(member: &Member<'_>, item: &str) -> TokenStream {
    let ty = &member.field.ty;
    let item = Ident::new(item, ty.span());
    let of = Ident::new("__ToolType", ty.span().resolved_at(Span::mixed_site()));
    quote_spanned!(ty.span()=> <#ty as #of>::#item)
}

/// ```text
/// const SCHEMA: Schema = <String as ToolType>::SCHEMA;
/// const REQUIRED: bool = <String as ToolType>::REQUIRED;
/// type Const = <String as ToolType>::Const;
/// ```
fn of_inner(model: &Model<'_>, inner: &Member<'_>) -> TokenStream {
    let (schema, constant) = (of_type(inner, "SCHEMA"), of_type(inner, "Const"));
    let required = model.is_transparent().then(|| {
        let required = of_type(inner, "REQUIRED");
        quote_spanned!(Span::mixed_site()=> const REQUIRED: bool = #required;)
    });
    quote_spanned! {Span::mixed_site()=>
        const SCHEMA: __Schema = #schema;
        #required
        type Const = #constant;
    }
}

/// Where serde does not look through the newtype, it asks for the value of a member.
fn must_be_given(model: &Model<'_>, inner: &Member<'_>) -> TokenStream {
    if model.is_transparent() {
        return TokenStream::new();
    }
    let span = inner.field.ty.span();
    let (asked, required) = (Ident::new("__asked_for", span), of_type(inner, "REQUIRED"));
    quote_spanned!(span=> const _: () = #asked(#required);)
}

fn of_anything() -> TokenStream {
    quote_spanned! {Span::mixed_site()=>
        const SCHEMA: __Schema = __Schema::Any;
        type Const = __NoDefault;
    }
}
