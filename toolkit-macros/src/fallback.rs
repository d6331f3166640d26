//! What is emitted when something is wrong: the author's item, kept, so that one mistake is one error and an editor
//! still knows the function. Types are still put to the compiler, so that theirs are reported in the same run.

use crate::{
    errors::Errors,
    model::{Kind, Model},
    unfinished::Unfinished,
};
use proc_macro2::TokenStream;
use quote::quote;

/// The errors, and the item as written, without our attributes.
pub fn kept(model: &Model<'_>, errors: TokenStream) -> TokenStream {
    let mut tokens = errors;
    match &model.kind {
        Kind::Function(tool) => tool.function.write(&mut tokens),
        Kind::Block(group) => group.block.write(TokenStream::new(), &mut tokens),
    }
    let krate = &model.krate;
    for tool in model.tools().iter().filter(|tool| tool.function.signature.generics.params.is_empty()) {
        for parameter in &tool.parameters {
            if parameter.impl_trait().is_some() || parameter.keys.schemars().is_some() {
                continue;
            }
            let ty = tool.outer_type(parameter);
            tokens.extend(quote! {
                const _: #krate::__private::Accepts = <#ty as #krate::__private::Parameter>::ACCEPTS;
            });
        }
    }
    tokens
}

/// A function that cannot be read yet, and what is wrong with its attribute.
pub fn unfinished(function: &Unfinished, mut errors: Errors) -> TokenStream {
    if let Some(error) = &function.error {
        errors.push(error.clone());
    }
    let mut tokens = errors.finish().map_or_else(|error| error.to_compile_error(), |()| TokenStream::new());
    tokens.extend(function.tokens.clone());
    tokens
}

/// The tokens as they came, when no item could be read from them.
pub fn unread(tokens: TokenStream, error: &syn::Error) -> TokenStream {
    let mut all = error.to_compile_error();
    all.extend(tokens);
    all
}
