//! Prints what the checked facts say. Nothing can go wrong here; the Rust that a generator makes stands above it.
//!
//! An expansion is the item as written, one hidden constant a tool beside it, and one `const _` that submits them.
//! Everything in it is a fact or a call: how names, schemas and entries come about is `toolkit`'s business.

mod constant;
mod entry;

use crate::model::{Group, Kind, Model, Takes, Tool};
use constant::constant;
use entry::{construct, entry};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Attribute, Meta};

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
/// pub const __tool_write: &Tool = { .. };
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
            __submit! { __linked_tool(#name, #entry) }
        };
    }
}

/// ```text
/// impl Shell {
///     pub fn run(&mut self) -> String { .. }
///     pub const __tool_run: &Tool = { .. };
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
        let name = quote!(<#ty>::#name);
        let entry = entry(tool, &name);
        let cfgs = conditions(&tool.function.attrs);
        quote_spanned! {Span::mixed_site()=>
            #(#cfgs)*
            __submit! { __linked_tool(#name, #entry) }
        }
    });
    let type_name = ty.to_token_stream().to_string().replace(' ', "");
    let scope = if run { quote!(Run) } else { quote!(Call) };
    let construct = construct(group);
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

/// What is compiled only sometimes takes its tools with it.
fn conditions(attrs: &[Attribute]) -> impl Iterator<Item = &Attribute> {
    attrs.iter().filter(|attribute| attribute.path().is_ident("cfg"))
}

/// What is written for a tool is no use of anything deprecated that somebody could mend: of the tool itself, or of the
/// types that its author allowed.
fn deprecated(tools: &[Tool<'_>]) -> Option<TokenStream> {
    let says_so = |attribute: &Attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("allow") || list.path.is_ident("expect") => {
            list.tokens.clone().into_iter().any(|token| token.to_string() == "deprecated")
        }
        meta => meta.path().is_ident("deprecated"),
    };
    let any = tools.iter().any(|tool| tool.function.attrs.iter().any(says_so));
    any.then(|| quote!(#[allow(deprecated)]))
}
