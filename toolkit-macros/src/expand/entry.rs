//! How a tool is called, and how its instance is made.

use super::conditions;
use crate::model::{Group, Takes, Tool};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{FnArg, ReturnType, spanned::Spanned};

/// How the tool is called: the arguments are read in signature order, the result is asked what it is.
///
/// ```text
/// Function(|context, arguments| {
///     let given = Given::new(&__tool_write.spec, context, arguments);
///     returned(write(typed::<String>().read(&given)?)).answer()
/// })
/// ```
pub fn entry(tool: &Tool<'_>, spec: &TokenStream) -> TokenStream {
    // A static or constant of the author's would shadow a plain name: patterns see those through any hygiene.
    let local = |name: &str| Ident::new(&format!("__{name}"), Span::mixed_site());
    let (context, arguments, given) = (local("context"), local("arguments"), local("given"));
    let instance = local("instance");
    let ident = tool.ident();
    let is_method = matches!(tool.takes(), Takes::Reference);
    let receiver = is_method.then(|| {
        let ty = tool.block.map(|block| &block.self_type);
        quote_spanned!(Span::mixed_site()=> __instance_of::<#ty>(#instance)?)
    });
    let values = tool.parameters.iter().map(|parameter| {
        let ty = tool.outer_type(parameter);
        let read = match (parameter.keys.flatten(), parameter.keys.schemars()) {
            (Some(_), _) => quote!(read_members),
            (None, Some(_)) => quote!(read_foreign),
            (None, None) => quote!(read),
        };
        let cfgs = conditions(&parameter.typed.attrs);
        quote_spanned!(Span::mixed_site()=> #(#cfgs)* __typed::<#ty>().#read(&#given)?)
    });
    let function = match tool.block {
        None => ident.to_token_stream(),
        Some(block) => {
            let ty = &block.self_type;
            quote!(<#ty>::#ident)
        }
    };
    let inputs = receiver.into_iter().chain(values);
    let borrow = tool.is_async().then(|| quote!(&));
    let reads = !tool.parameters.is_empty();
    let read = reads.then(|| {
        quote_spanned! {Span::mixed_site()=>
            let #given = __Given::new(&#spec.spec, #borrow #context, #borrow #arguments);
        }
    });
    let names = if reads { quote!(#context, #arguments) } else { quote!(_, _) };
    let output = match &tool.function.signature.output {
        ReturnType::Default => ident.span(),
        ReturnType::Type(_, ty) => ty.span(),
    };
    let wait = tool.is_async().then(|| quote_spanned!(ident.span()=> .await));
    let answer = quote_spanned!(output=> .answer());
    let call = quote_spanned!(Span::mixed_site()=> #function(#(#inputs),*) #wait);
    let body = match tool.never_returns() {
        true => quote_spanned!(Span::mixed_site()=> #read #call),
        false => quote_spanned!(Span::mixed_site()=> #read __returned(#call) #answer),
    };
    let body = if tool.is_async() {
        // At the name, which is where the compiler then says why the future cannot be sent.
        quote_spanned!(ident.span().resolved_at(Span::mixed_site())=> __Box::pin(async move { #body }))
    } else {
        quote_spanned!(Span::mixed_site()=> { #body })
    };
    match (is_method, tool.is_async()) {
        (false, false) => quote_spanned!(Span::mixed_site()=> __Entry::Function(|#names| #body)),
        (false, true) => quote_spanned!(Span::mixed_site()=> __Entry::AsyncFunction(|#names| #body)),
        (true, false) => quote_spanned! {Span::mixed_site()=>
            __Entry::Method(&__GROUP, |#instance, #names| #body)
        },
        (true, true) => quote_spanned! {Span::mixed_site()=>
            __Entry::AsyncMethod(&__GROUP, |#instance, #names| #body)
        },
    }
}

/// ```text
/// |context| made::<Shell, _>(<Shell>::new(<&Context as ConstructorArgument>::of(context)))
///     .or_else(|error| unmade(returned(failed(error)).answer()))
/// ```
pub fn construct(group: &Group<'_>) -> TokenStream {
    let ty = &group.block.self_type;
    let Some(new) = group.constructor else { return quote_spanned!(ty.span()=> __by_default::<#ty>) };
    let context = Ident::new("__context", Span::mixed_site());
    let given = new.signature.inputs.first().and_then(|input| match input {
        FnArg::Typed(typed) => {
            // All of it at the type, so that a type that is no context is one error there.
            let (argument, span) = (group.outer_type(&typed.ty), typed.ty.span());
            Some(quote_spanned!(span=> <#argument as __ConstructorArgument>::of(#context)))
        }
        FnArg::Receiver(_) => None,
    });
    let name = if given.is_some() { quote!(#context) } else { quote!(_) };
    let output = match &new.signature.output {
        ReturnType::Default => new.signature.ident.span(),
        ReturnType::Type(_, ty) => ty.span(),
    };
    let error = Ident::new("__error", Span::mixed_site());
    let made = quote_spanned!(output=> __made::<#ty, _>(<#ty>::new(#given)));
    let answer = quote_spanned!(output=> .answer());
    quote_spanned! {Span::mixed_site()=>
        |#name| #made.or_else(|#error| __unmade(__returned(__failed(#error)) #answer))
    }
}
