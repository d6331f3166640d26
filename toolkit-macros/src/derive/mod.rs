//! `#[derive(ToolType)]`: what serde reads for a type, written down as a schema. It refuses every shape and every
//! attribute of serde's whose reading a fixed schema cannot say, and does nothing to the type itself.

mod case;
mod check;
mod expand;
mod keys;
mod model;
mod serde;

use crate::errors::Errors;
use proc_macro2::TokenStream;
use syn::DeriveInput;

/// parse → model → check → one gate → expand. A type with mistakes is expanded all the same, as far as it is
/// understood, so that the tools that take it have none of their own.
pub fn tool_type_tokens(tokens: TokenStream) -> TokenStream {
    let input = match syn::parse2::<DeriveInput>(tokens) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    let mut errors = Errors::default();
    let model = model::Model::of(&input, &mut errors);
    check::check(&model, &mut errors);
    match errors.finish() {
        Ok(()) => expand::expand(&model),
        Err(error) => {
            let mut all = error.to_compile_error();
            all.extend(expand::kept(&model));
            all
        }
    }
}

#[cfg(test)]
mod tests;
