//! What is emitted when something is wrong: the author's item, kept, so that one mistake is one error and an editor
//! still knows the function. Types are still put to the compiler, so that theirs are reported in the same run.

use crate::model::{Kind, Model};
use proc_macro2::TokenStream;
use quote::quote;

/// The item as written, without our attributes, and the errors.
pub fn kept(model: &Model<'_>, error: &syn::Error) -> TokenStream {
    let mut tokens = error.to_compile_error();
    match &model.kind {
        Kind::Function(tool) => tool.function.write(&mut tokens),
        Kind::Block(group) => group.block.write(TokenStream::new(), &mut tokens),
    }
    let krate = &model.krate;
    for tool in model.tools().iter().filter(|tool| tool.function.signature.generics.params.is_empty()) {
        for parameter in &tool.parameters {
            if parameter.impl_trait().is_some() {
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

/// The tokens as they came, when no item could be read from them.
pub fn unread(tokens: TokenStream, error: &syn::Error) -> TokenStream {
    let mut all = error.to_compile_error();
    all.extend(tokens);
    all
}
