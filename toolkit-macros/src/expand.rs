//! Prints what the checked facts say. Nothing can go wrong here; the Rust that a generator makes stands above it.
//!
//! An expansion is the item as written, one hidden constant a tool beside it, and one `const _` that submits them.
//! Everything in it is a fact or a call: how names, schemas and entries come about is `toolkit`'s business.

use crate::model::{Group, Kind, Model, Parameter, Takes, Tool};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Attribute, spanned::Spanned};

/// The item with its tools.
pub fn expand(model: &Model<'_>) -> TokenStream {
    let krate = &model.krate;
    match &model.kind {
        Kind::Function(tool) => expand_function(tool, krate),
        Kind::Block(group) => expand_block(group, krate),
    }
}

/// ```text
/// pub fn write(subject: String) -> String { .. }
/// pub const __tool_write: &ToolSpec = { .. };
/// const _: () = { submit! { .. } };
/// ```
fn expand_function(tool: &Tool<'_>, krate: &TokenStream) -> TokenStream {
    let mut tokens = TokenStream::new();
    tool.function.write(&mut tokens);
    let constant = constant(tool, false, krate);
    let name = tool.constant();
    let entry = entry(tool, &name.to_token_stream());
    let cfgs = conditions(&tool.function.attrs);
    let deprecated = deprecated(std::slice::from_ref(tool));
    // the types that a tool may take are not always those that its body would borrow
    let by_value = tool.parameters.iter().any(|parameter| !matches!(&*parameter.typed.ty, syn::Type::Reference(_)));
    let owned = by_value.then(|| quote!(#[allow(clippy::implicit_hasher, clippy::needless_pass_by_value)]));
    quote_spanned! {Span::mixed_site()=>
        #owned
        #tokens
        #constant
        #(#cfgs)*
        #deprecated
        const _: () = {
            use #krate::__private::expansion::*;
            __submit! { __LinkedTool { spec: #name, entry: #entry } }
        };
    }
}

/// ```text
/// impl Shell {
///     pub fn run(&mut self) -> String { .. }
///     pub const __tool_run: &ToolSpec = { .. };
/// }
/// const _: () = {
///     static __GROUP: Group = Group { .. };
///     submit! { .. }
/// };
/// ```
fn expand_block(group: &Group<'_>, krate: &TokenStream) -> TokenStream {
    let run = group.lives_for_the_run();
    let mut block = TokenStream::new();
    // what is called on no instance has no life to speak of, whatever the block says
    let lives = |tool: &Tool<'_>| run && matches!(tool.takes(), Takes::Reference);
    group.block.write(group.tools.iter().map(|tool| constant(tool, lives(tool), krate)).collect(), &mut block);
    let ty = &group.block.self_type;
    let submissions = group.tools.iter().map(|tool| {
        let name = tool.constant();
        let entry = entry(tool, &quote!(<#ty>::#name));
        let cfgs = conditions(&tool.function.attrs);
        quote_spanned! {Span::mixed_site()=>
            #(#cfgs)*
            __submit! { __LinkedTool { spec: <#ty>::#name, entry: #entry } }
        }
    });
    let type_name = ty.to_token_stream().to_string().replace(' ', "");
    let scope = if run { quote!(Run) } else { quote!(Call) };
    let construct = match group.constructor {
        Some(_) => quote_spanned!(Span::mixed_site()=> |_| __made(<#ty>::new())),
        None => quote_spanned!(ty.span()=> __by_default::<#ty>),
    };
    let cfgs = conditions(&group.block.attrs);
    let deprecated = deprecated(&group.tools);
    // `pub` says that a method is a tool, also where the type itself is seen by nobody else
    quote_spanned! {Span::mixed_site()=>
        #[allow(unreachable_pub, clippy::implicit_hasher, clippy::needless_pass_by_value)]
        #block
        #(#cfgs)*
        #deprecated
        const _: () = {
            use #krate::__private::expansion::*;
            static __GROUP: __Group = __Group {
                type_name: #type_name,
                scope: __Scope::#scope,
                construct: #construct,
            };
            #(#submissions)*
        };
    }
}

/// ```text
/// #[doc(hidden)]
/// pub const __tool_write: &ToolSpec = {
///     const __PARAMS: &[Param] = &[parameter("subject", "File name.", <String as Parameter>::ACCEPTS)];
///     const __TOOL: Declared =
///         Declared::new(here!(0), "write", "Write one note.", __PARAMS).output(OutputOf::<String>::OUTPUT);
///     const _: () = __TOOL.check_name();
///     &__TOOL.spec(const_text!(|out| __TOOL.write(out)))
/// };
/// ```
fn constant(tool: &Tool<'_>, run: bool, krate: &TokenStream) -> TokenStream {
    let span = tool.ident().span();
    let constant = tool.constant();
    let visibility = &tool.function.visibility;
    let name = tool.name();
    let description = tool.description();
    let place = place(span);
    let params = tool.parameters.iter().map(|parameter| param(tool, parameter));
    let defaults = tool.parameters.iter().filter_map(|parameter| default_type(tool, parameter));
    let whole_name = tool.keys.name.as_ref().map(|name| {
        let name = &name.value;
        quote!(.named(#name))
    });
    let wrapped = tool.is_wrapped().then(|| quote!(.wrapped()));
    let run = run.then(|| quote!(.run()));
    let bound = tool.bound().map(|bound| {
        let (seconds, nanoseconds) =
            (Literal::u64_unsuffixed(bound.as_secs()), Literal::u32_unsuffixed(bound.subsec_nanos()));
        quote!(.bound(#seconds, #nanoseconds))
    });
    let output = tool.outer_result().map(|ty| quote_spanned!(Span::mixed_site()=> .output(__OutputOf::<#ty>::OUTPUT)));
    let cfgs = conditions(&tool.function.attrs);
    let warning = warning(tool);
    let here = quote_spanned!(span=> __here!(#place));
    let check_name = quote_spanned!(span=> const _: () = __TOOL.check_name(););
    quote_spanned! {Span::mixed_site()=>
        #(#cfgs)*
        #[doc(hidden)]
        #[allow(non_upper_case_globals)]
        #visibility const #constant: &#krate::__private::ToolSpec = {
            use #krate::__private::expansion::*;
            #warning
            #(#defaults)*
            const __PARAMS: &[__Param] = &[#(#params),*];
            const __TOOL: __Declared =
                __Declared::new(#here, #name, #description, __PARAMS) #whole_name #wrapped #run #bound #output;
            #check_name
            &__TOOL.spec(__const_text!(|out| __TOOL.write(out)))
        };
    }
}

/// `parameter("subject", "File name.", <String as Parameter>::ACCEPTS)`
fn param(tool: &Tool<'_>, parameter: &Parameter<'_>) -> TokenStream {
    let ty = tool.outer_type(parameter);
    let name = parameter.name();
    let description = parameter.description();
    let accepts = quote_spanned!(Span::mixed_site()=> <#ty as __Parameter>::ACCEPTS);
    match &parameter.default {
        None => quote_spanned!(Span::mixed_site()=> __parameter(#name, #description, #accepts)),
        Some(default) => {
            let json = &default.json;
            quote_spanned!(Span::mixed_site()=> __parameter_or(#name, #description, #accepts, #json))
        }
    }
}

/// Puts a default beside a value of the type that defaults of this parameter have; it is never run.
///
/// ```text
/// const _: fn() = || { let _ = [(&typed::<u32>()).constant(), 3]; };
/// const _: () = takes_none(<u32 as Parameter>::ACCEPTS);
/// ```
fn default_type(tool: &Tool<'_>, parameter: &Parameter<'_>) -> Option<TokenStream> {
    let ty = tool.outer_type(parameter);
    let default = parameter.default.as_ref()?;
    Some(match &default.constant {
        Some(constant) => quote_spanned! {Span::mixed_site()=>
            const _: fn() = || { let _ = [(&__typed::<#ty>()).constant(), #constant]; };
        },
        None => {
            let span = parameter.keys.default.as_ref().map_or_else(Span::mixed_site, |default| default.value.span());
            let takes = Ident::new(if default.json == "[]" { "__takes_no_items" } else { "__takes_none" }, span);
            quote_spanned!(span=> const _: () = #takes(<#ty as __Parameter>::ACCEPTS);)
        }
    })
}

/// How the tool is called: the arguments are read in signature order, the result is asked what it is.
///
/// ```text
/// Function(|_, arguments| {
///     let slots = slots::<1>(&__tool_write.params, arguments);
///     returned(write((&typed::<String>()).read(&slots[0])?)).answer()
/// })
/// ```
fn entry(tool: &Tool<'_>, spec: &TokenStream) -> TokenStream {
    // A static or constant of the author's would shadow a plain name: patterns see those through any hygiene.
    let local = |name: &str| Ident::new(&format!("__{name}"), Span::mixed_site());
    let (arguments, slots, instance) = (local("arguments"), local("slots"), local("instance"));
    let ident = tool.ident();
    let is_method = matches!(tool.takes(), Takes::Reference);
    let receiver = is_method.then(|| {
        let ty = tool.block.map(|block| &block.self_type);
        quote_spanned!(Span::mixed_site()=> __instance_of::<#ty>(#instance)?)
    });
    let values = tool.parameters.iter().enumerate().map(|(at, parameter)| {
        let ty = tool.outer_type(parameter);
        let at = Literal::usize_unsuffixed(at);
        quote_spanned!(Span::mixed_site()=> (&__typed::<#ty>()).read(&#slots[#at])?)
    });
    let function = match tool.block {
        None => ident.to_token_stream(),
        Some(block) => {
            let ty = &block.self_type;
            quote!(<#ty>::#ident)
        }
    };
    let inputs = receiver.into_iter().chain(values);
    let count = Literal::usize_unsuffixed(tool.parameters.len());
    let borrow = tool.is_async().then(|| quote!(&));
    let read = (!tool.parameters.is_empty()).then(|| {
        quote_spanned! {Span::mixed_site()=>
            let #slots = __slots_of::<#count>(&#spec.params, #borrow #arguments);
        }
    });
    let arguments = if tool.parameters.is_empty() { quote!(_) } else { arguments.to_token_stream() };
    let output = match &tool.function.signature.output {
        syn::ReturnType::Default => ident.span(),
        syn::ReturnType::Type(_, ty) => ty.span(),
    };
    let wait = tool.is_async().then(|| quote_spanned!(ident.span()=> .await));
    let answer = quote_spanned!(output=> .answer());
    let call = quote_spanned!(Span::mixed_site()=> #function(#(#inputs),*) #wait);
    let body = match tool.never_returns() {
        true => quote_spanned!(Span::mixed_site()=> #read #call),
        false => quote_spanned!(Span::mixed_site()=> #read __returned(#call) #answer),
    };
    let body = if tool.is_async() {
        quote_spanned!(Span::mixed_site()=> __Box::pin(async move { #body }))
    } else {
        quote_spanned!(Span::mixed_site()=> { #body })
    };
    match (is_method, tool.is_async()) {
        (false, false) => quote_spanned!(Span::mixed_site()=> __Entry::Function(|_, #arguments| #body)),
        (false, true) => quote_spanned!(Span::mixed_site()=> __Entry::AsyncFunction(|_, #arguments| #body)),
        (true, false) => quote_spanned! {Span::mixed_site()=>
            __Entry::Method(&__GROUP, |#instance, _, #arguments| #body)
        },
        (true, true) => quote_spanned! {Span::mixed_site()=>
            __Entry::AsyncMethod(&__GROUP, |#instance, _, #arguments| #body)
        },
    }
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

/// What is compiled only sometimes takes its tools with it.
fn conditions(attrs: &[Attribute]) -> impl Iterator<Item = &Attribute> {
    attrs.iter().filter(|attribute| attribute.path().is_ident("cfg"))
}

/// Registering a deprecated tool is no use of it that somebody could mend.
fn deprecated(tools: &[Tool<'_>]) -> Option<TokenStream> {
    let any =
        tools.iter().any(|tool| tool.function.attrs.iter().any(|attribute| attribute.path().is_ident("deprecated")));
    any.then(|| quote!(#[allow(deprecated)]))
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
