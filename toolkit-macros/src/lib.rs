//! `#[tool]`, `#[derive(ToolType)]` and `assert_schema!`; used through the crate `toolkit`, where their documentation stands.
//!
//! The macro reads syntax, reports mistakes on the smallest span and writes down facts; what follows from the facts is
//! ordinary code in `toolkit` and `toolkit-rules`. Nothing is decided here by the name of a type.

mod args;
mod check;
mod default;
mod derive;
mod doc_text;
mod errors;
mod expand;
mod fallback;
mod item;
mod model;
mod rustdoc;
mod schema;
mod unfinished;

use proc_macro2::TokenStream;

#[expect(missing_docs, reason = "documented where it is re-exported, in toolkit")]
#[proc_macro_attribute]
pub fn tool(keys: proc_macro::TokenStream, item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    tool_tokens(keys.into(), item.into()).into()
}

#[expect(missing_docs, reason = "documented where it is re-exported, in toolkit")]
#[proc_macro]
pub fn assert_schema(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    schema::assertion(input.into()).into()
}

#[expect(missing_docs, reason = "documented where it is re-exported, in toolkit")]
#[proc_macro_derive(ToolType, attributes(tool_type, serde))]
pub fn tool_type(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    derive::tool_type_tokens(input.into()).into()
}

/// parse → model → check → one gate → expand.
fn tool_tokens(keys: TokenStream, tokens: TokenStream) -> TokenStream {
    let mut errors = errors::Errors::default();
    let item = match syn::parse2(tokens.clone()) {
        Ok(item::Written::Item(item)) => item,
        Ok(item::Written::Unfinished(function)) => {
            args::ToolKeys::read(keys, &mut errors);
            return fallback::unfinished(&function, errors);
        }
        Err(error) => return fallback::unread(tokens, &error),
    };
    let model = model::Model::of(&item, keys, &mut errors);
    check::check(&model, &mut errors);
    let mut tokens = match errors.finish() {
        Ok(()) if item.unfinished().any(|function| function.constructs) => fallback::kept(&model, TokenStream::new()),
        Ok(()) => expand::expand(&model),
        Err(error) => fallback::kept(&model, error.to_compile_error()),
    };
    tokens.extend(item.unfinished().filter_map(|function| function.error.as_ref()).map(syn::Error::to_compile_error));
    tokens
}

#[cfg(test)]
mod tests;
