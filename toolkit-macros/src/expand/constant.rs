//! The hidden constant of a tool: what the compiler knows of it.

use super::{conditions, deprecated};
use crate::{
    args::FLAGS,
    model::{Parameter, Tool},
};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;

/// ```text
/// #[doc(hidden)]
/// pub const __tool_write: &Tool = {
///     const __PARTS: &[Part] = &[parameter("subject", "File name.", <String as Parameter>::ACCEPTS)];
///     const __TOOL: Declared =
///         Declared::new(here!(0), "write", "Write one note.", flat!(__PARTS)).output(OutputOf::<String>::OUTPUT);
///     const _: () = __TOOL.check_name();
///     &__TOOL.tool(__PARTS, const_text!(|out| __TOOL.write(out)))
/// };
/// ```
pub fn constant(tool: &Tool<'_>, run: bool, krate: &TokenStream) -> TokenStream {
    let span = tool.ident().span();
    let constant = tool.constant();
    let visibility = &tool.function.visibility;
    let name = tool.name();
    let description = tool.description();
    let place = place(span);
    let parts = tool.parameters.iter().enumerate().map(|(at, parameter)| {
        let cfgs = conditions(&parameter.typed.attrs);
        let part = part(tool, parameter, at);
        quote!(#(#cfgs)* #part)
    });
    let this = tool.block.map(|block| block.self_type.to_token_stream());
    let defaults = tool.parameters.iter().enumerate().flat_map(|(at, parameter)| {
        let items =
            parameter.default.iter().flat_map(|default| default.items(&tool.outer_type(parameter), at, this.as_ref()));
        items
            .map(|item| {
                let cfgs = conditions(&parameter.typed.attrs);
                quote!(#(#cfgs)* #item)
            })
            .collect::<Vec<_>>()
    });
    let whole_name = tool.keys.name.as_ref().map(|name| {
        let name = &name.value;
        quote!(.named(#name))
    });
    let method = tool.block.map(|_| quote!(.method(#name)));
    let wrapped = tool.is_wrapped().then(|| quote!(.wrapped()));
    let run = run.then(|| quote!(.run()));
    let bound = tool.bound().map(|bound| {
        let (seconds, nanoseconds) =
            (Literal::u64_unsuffixed(bound.as_secs()), Literal::u32_unsuffixed(bound.subsec_nanos()));
        quote!(.bound(#seconds, #nanoseconds))
    });
    let output = tool.outer_result().map(|ty| quote_spanned!(Span::mixed_site()=> .output(__OutputOf::<#ty>::OUTPUT)));
    let extras = extras(tool);
    let members_fit = tool.parameters.iter().enumerate().filter_map(|(at, parameter)| {
        let (span, at) = (parameter.keys.flatten()?, place_among_parts(tool, at));
        let cfgs = conditions(&parameter.typed.attrs);
        Some(quote_spanned!(span=> #(#cfgs)* const _: () = __members_fit(__PARTS, #at);))
    });
    let cfgs = conditions(&tool.function.attrs);
    let deprecated = deprecated(std::slice::from_ref(tool));
    let warning = warning(tool);
    let here = quote_spanned!(span=> __here!(#place));
    let check_name = quote_spanned!(span=> const _: () = __TOOL.check_name(););
    quote_spanned! {Span::mixed_site()=>
        #(#cfgs)*
        #[doc(hidden)]
        #[allow(non_upper_case_globals)]
        #deprecated
        #visibility const #constant: &#krate::__private::Tool = {
            use #krate::__private::expansion::*;
            #warning
            #(#defaults)*
            const __PARTS: &[__Part] = &[#(#parts),*];
            const __TOOL: __Declared =
                __Declared::new(#here, #name, #description, __flat!(__PARTS))
                    #whole_name #method #wrapped #run #bound #extras #output;
            #check_name
            #(#members_fit)*
            &__TOOL.tool(__PARTS, __const_text!(|out| __TOOL.write(out)))
        };
    }
}

/// `.title("Notes").read_only(true)`
fn extras(tool: &Tool<'_>) -> TokenStream {
    let texts = [
        ("usage", tool.keys.usage.as_ref().map(|text| text.value.value())),
        ("title", tool.keys.title.as_ref().map(|text| text.value.value())),
        ("service", tool.service().map(str::to_owned)),
    ];
    let texts = texts.into_iter().filter_map(|(key, text)| {
        let (key, text) = (Ident::new(key, Span::mixed_site()), text?);
        Some(quote!(.#key(#text)))
    });
    let flags = FLAGS.into_iter().filter_map(|key| {
        let (key, on) = (Ident::new(key, Span::mixed_site()), tool.flag(key)?);
        Some(quote!(.#key(#on)))
    });
    texts.chain(flags).collect()
}

/// `parameter("subject", "File name.", <String as Parameter>::ACCEPTS)`
///
/// Whether a model sees it at all is its type's to say; the call stands where that would be wrong.
fn part(tool: &Tool<'_>, parameter: &Parameter<'_>, at: usize) -> TokenStream {
    let ty = tool.outer_type(parameter);
    let accepts = quote_spanned!(Span::mixed_site()=> <#ty as __Parameter>::ACCEPTS);
    if let Some(span) = parameter.keys.flatten() {
        let members = Ident::new("__members", span);
        return quote_spanned!(span=> #members(#accepts));
    }
    let name = parameter.name();
    let description = parameter.description();
    if let Some(default) = &parameter.default {
        let json = default.text(at);
        return quote_spanned!(Span::mixed_site()=> __parameter_or(#name, #description, #accepts, #json));
    }
    if parameter.keys.schemars().is_some() {
        let span = parameter.typed.ty.span();
        let accepted = quote_spanned!(span=> __foreign::<#ty>().accepted());
        return quote_spanned!(Span::mixed_site()=> __parameter_foreign(#name, #description, || #accepted));
    }
    let (declared, span) = match parameter.keys.given().next() {
        Some((_, span)) => ("__parameter_as", span),
        None => ("__parameter", tool.described_at(parameter).unwrap_or_else(Span::mixed_site)),
    };
    let declared = Ident::new(declared, span);
    quote_spanned!(span=> #declared(#name, #description, #accepts))
}

/// A parameter's place in `__PARTS`, where those before it may stand under conditions.
fn place_among_parts(tool: &Tool<'_>, at: usize) -> TokenStream {
    let before = &tool.parameters[..at];
    if before.iter().all(|parameter| conditions(&parameter.typed.attrs).next().is_none()) {
        return Literal::usize_unsuffixed(at).to_token_stream();
    }
    let before = before.iter().map(|parameter| {
        let cfgs = conditions(&parameter.typed.attrs);
        quote!(#(#cfgs)* ())
    });
    quote!({ const BEFORE: &[()] = &[#(#before),*]; BEFORE.len() })
}

/// A warning is the use of a deprecated item: stable Rust has no other for macros.
fn warning(tool: &Tool<'_>) -> Option<TokenStream> {
    let name = if tool.has_no_description() {
        "TOOL_WITHOUT_DESCRIPTION"
    } else if tool.is_wrapped() {
        "FIRST_LINE_RUNS_ON"
    } else {
        return None;
    };
    let name = Ident::new(name, tool.ident().span());
    Some(quote_spanned!(Span::mixed_site()=> let _ = #name;))
}

/// Tells tools apart that one macro call made: they share line and column, their names stand where they were written.
fn place(span: Span) -> Literal {
    let place = if proc_macro::is_available() {
        let span = span.unwrap();
        span.line().saturating_mul(256).saturating_add(span.column().min(255))
    } else {
        0
    };
    Literal::u32_unsuffixed(u32::try_from(place).unwrap_or(u32::MAX))
}
