//! One named function a rule, with its reason where it is not plain. No check stops another; what only the compiler
//! can know (whether a type has a row in the table, what a file is called) is left to it.

use crate::{
    args::ToolKeys,
    errors::Errors,
    item::{self, Block},
    model::{self, Group, Kind, Model, Parameter, Takes, Tool},
};
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::HashMap;
use syn::{Attribute, GenericParam, Safety, spanned::Spanned};
use toolkit_rules::names;

/// Everything that is wrong with an item and can be seen in its text.
pub fn check(model: &Model<'_>, errors: &mut Errors) {
    match &model.kind {
        Kind::Function(tool) => {
            twice(tool, errors);
            receiver_of_a_function(tool, errors);
            scope_of_a_function(tool, errors);
        }
        Kind::Block(group) => check_block(group, errors),
    }
    for tool in model.tools() {
        check_tool(tool, errors);
    }
}

fn check_block(group: &Group<'_>, errors: &mut Errors) {
    trait_impl(group.block, errors);
    generic_block(group.block, errors);
    keys_of_a_block(group, errors);
    scope_value(group, errors);
    group.doc.check("write it as `///` lines", errors);
    service_name(&group.keys, errors);
    read_only_and_destructive(&group.keys, |name| group.keys.flag(name).map(|flag| flag.on), errors);
    constructor(group, errors);
    for function in group.block.functions() {
        under_a_condition(&function.attrs, &["tool", "doc"], errors);
    }
    no_tools(group, errors);
    for tool in &group.tools {
        receiver_of_a_method(tool, errors);
        keys_of_a_method(tool, errors);
    }
}

fn check_tool(tool: &Tool<'_>, errors: &mut Errors) {
    unfit_function(tool, errors);
    generics(tool, errors);
    tool_name(tool, errors);
    timeout(tool, errors);
    service_name(&tool.keys, errors);
    read_only_and_destructive(&tool.keys, |name| tool.flag(name), errors);
    if tool.keys.description.is_none() {
        tool.doc.check("write `#[tool(description = \"..\")]`", errors);
    }
    documented_parameters(tool, errors);
    parameter_names(tool, errors);
    for parameter in &tool.parameters {
        pattern(parameter, errors);
        impl_trait(parameter, errors);
        under_a_condition(&parameter.typed.attrs, &["arg", "doc"], errors);
        flattened(tool, parameter, errors);
        foreign_default(parameter, errors);
        described_twice(parameter, errors);
        parameter.doc.check("write `#[arg(description = \"..\")]`", errors);
    }
}

/// The attribute that is expanded first sees the other one.
fn twice(tool: &Tool<'_>, errors: &mut Errors) {
    if let Some(again) = tool.function.attrs.iter().find(|attribute| item::is_ours(attribute)) {
        errors.at(again.path().span(), "`#[tool]` is written twice; keep one");
    }
}

fn receiver_of_a_function(tool: &Tool<'_>, errors: &mut Errors) {
    if let Some(receiver) = tool.receiver() {
        errors.at(
            receiver.self_token.span,
            "`#[tool]` on a method alone does not see its type; write it on the `impl` block",
        );
    }
}

fn scope_of_a_function(tool: &Tool<'_>, errors: &mut Errors) {
    if let Some(scope) = &tool.keys.scope {
        errors.at(scope.key, "a function has no instance that could live longer; write `scope` on an `impl` block");
    }
}

fn trait_impl(block: &Block, errors: &mut Errors) {
    if let Some(path) = &block.of_trait {
        errors.at(path.span(), "the methods of a trait are no tools; write `#[tool]` on an `impl` block of the type");
    }
}

fn generic_block(block: &Block, errors: &mut Errors) {
    if let Some(parameter) = block.generics.params.first() {
        errors.at(
            parameter.span(),
            "an instance is made without knowing what it is generic over; write a type without parameters",
        );
    } else if let Some(span) = borrowed(block.self_type.to_token_stream()) {
        errors.at(span, "an instance outlives what it could borrow; write a type that owns what it holds");
    }
}

/// A lifetime that nobody declared, which is none that an instance could have.
fn borrowed(tokens: TokenStream) -> Option<Span> {
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '\'' => match tokens.next() {
                Some(TokenTree::Ident(ident)) if ident == "static" => {}
                name => return Some(name.map_or(punct.span(), |name| name.span())),
            },
            TokenTree::Group(group) => {
                if let Some(span) = borrowed(group.stream()) {
                    return Some(span);
                }
            }
            _ => {}
        }
    }
    None
}

fn keys_of_a_block(group: &Group<'_>, errors: &mut Errors) {
    let keys = &group.keys;
    let spans = [
        ("name", keys.name.as_ref().map(|key| key.key)),
        ("description", keys.description.as_ref().map(|key| key.key)),
        ("timeout", keys.timeout.as_ref().map(|key| key.key)),
        ("usage", keys.usage.as_ref().map(|key| key.key)),
        ("title", keys.title.as_ref().map(|key| key.key)),
    ];
    for (key, span) in spans {
        if let Some(span) = span {
            errors.at(span, format!("`{key}` belongs to one tool; write `#[tool({key} = ..)]` on the method"));
        }
    }
}

fn scope_value(group: &Group<'_>, errors: &mut Errors) {
    if let Some(scope) = &group.keys.scope {
        let typed = scope.value.value();
        if typed != "call" && typed != "run" {
            errors.at(
                scope.value.span(),
                format!(
                    "`{typed}` is no scope; write \"call\" for a fresh instance per call, or \"run\" for one per run"
                ),
            );
        }
    }
}

fn keys_of_a_method(tool: &Tool<'_>, errors: &mut Errors) {
    if let Some(scope) = &tool.keys.scope {
        errors.at(scope.key, "all methods share one instance; write `scope` on the `impl` block");
    }
    if let Some(krate) = &tool.keys.krate {
        errors.at(krate.key, "`crate` holds for all methods; write it on the `impl` block");
    }
    if let Some(isolate) = tool.keys.flag("isolate") {
        errors.at(
            isolate.key.span(),
            "all methods share one instance, which lives in one process; write `isolate` on the `impl` block",
        );
    }
}

/// `new` makes the instance at once, of nothing or of the context; which type is the context is left to the compiler.
fn constructor(group: &Group<'_>, errors: &mut Errors) {
    let Some(new) = group.constructor else { return };
    if model::is_marked(new) {
        errors.at(new.signature.ident.span(), "`new` makes the instance and is no tool; give the tool another name");
    }
    if let Some(receiver) = new.signature.receiver() {
        errors.at(receiver.span(), "`new` makes the instance, so there is none yet; write `ctx: &Context`, or nothing");
    }
    if let Some(second) = new.signature.inputs.iter().nth(1) {
        errors.at(
            second.span(),
            "`new` is called with the context at most; take this argument from `ctx`, or give this function another name",
        );
    }
    if let Some(asyncness) = &new.signature.asyncness {
        errors.at(asyncness.span, "`new` makes the instance at once; take `async` away and wait in the methods");
    }
}

fn no_tools(group: &Group<'_>, errors: &mut Errors) {
    let being_typed = group.block.unfinished().next().is_some();
    if group.tools.is_empty() && group.block.of_trait.is_none() && !being_typed {
        errors.at(
            group.block.self_type.span(),
            "this impl block has no public method, so it holds no tool; write `pub` before one",
        );
    }
}

/// An instance outlives its calls, so a method may borrow it and not take it.
fn receiver_of_a_method(tool: &Tool<'_>, errors: &mut Errors) {
    let attribute = tool.receiver().and_then(|receiver| receiver.attrs.iter().find(|one| one.path().is_ident("arg")));
    if let Some(attribute) = attribute {
        errors.at(attribute.path().span(), "no call gives the instance; take this attribute away");
    }
    if let Takes::Unfit(span) = tool.takes() {
        errors.at(span, "a tool borrows its instance; write `&self` or `&mut self`");
    }
}

/// A variadic one is refused by the compiler already: it must be `unsafe extern`.
fn unfit_function(tool: &Tool<'_>, errors: &mut Errors) {
    let signature = &tool.function.signature;
    if let Safety::Unsafe(unsafety) = &signature.safety {
        errors.at(
            unsafety.span,
            "a model keeps no promises to an `unsafe` function; check what it needs, and take `unsafe` away",
        );
    }
    if let Some(abi) = &signature.abi {
        errors.at(abi.extern_token.span, "a tool is called from Rust; take `extern` away");
    }
}

/// Lifetimes are fine: arguments live as long as the call.
fn generics(tool: &Tool<'_>, errors: &mut Errors) {
    for parameter in &tool.function.signature.generics.params {
        let (name, span) = match parameter {
            GenericParam::Lifetime(_) => continue,
            GenericParam::Type(parameter) => (parameter.ident.to_string(), parameter.ident.span()),
            GenericParam::Const(parameter) => (parameter.ident.to_string(), parameter.ident.span()),
        };
        errors.at(span, format!("`{name}` is generic, and a schema is fixed; write the one type that the tool takes"));
    }
}

fn tool_name(tool: &Tool<'_>, errors: &mut Errors) {
    let (name, span) = match &tool.keys.name {
        Some(name) => (name.value.value(), name.value.span()),
        None => (tool.name(), tool.ident().span()),
    };
    if let Err(fault) = names::check_tool(&name) {
        errors.at(span, names::tool_fault(&name, fault));
    }
}

fn timeout(tool: &Tool<'_>, errors: &mut Errors) {
    if let Some(timeout) = &tool.keys.timeout
        && tool.bound().is_none()
    {
        errors.at(timeout.value.span(), "`timeout` is a number of seconds above 0; write `timeout = 30`");
    }
}

/// A service is a word in `system:NAME`, and a folder of Python stubs.
fn service_name(keys: &ToolKeys, errors: &mut Errors) {
    if let Some(service) = &keys.service {
        let name = service.value.value();
        if name.is_empty() || name.contains(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
            errors.at(
                service.value.span(),
                format!("`{name}` is no name of a service; write letters, digits and underscores"),
            );
        }
    }
}

/// A client that believed both would ask its user about nothing.
fn read_only_and_destructive(keys: &ToolKeys, on: impl Fn(&str) -> Option<bool>, errors: &mut Errors) {
    let both = on("read_only") == Some(true) && on("destructive") == Some(true);
    // What a block says of all methods is not said again for each of them.
    if let Some(last) = keys.flag("destructive").or(keys.flag("read_only")).filter(|_| both) {
        let other = if last.key == "destructive" { "read_only" } else { "destructive" };
        errors.at(
            last.key.span(),
            format!("`{}` and `{other}` cannot both be so; write `{other} = false`, or keep one", last.key),
        );
    }
}

/// The members of a flattened struct are the parameters; it is none itself.
fn flattened(tool: &Tool<'_>, parameter: &Parameter<'_>, errors: &mut Errors) {
    if parameter.keys.flatten().is_none() {
        return;
    }
    let name = parameter.rust_name().unwrap_or_default();
    for (key, span) in parameter.keys.given().filter(|(key, _)| *key != "flatten") {
        errors
            .at(span, format!("the members of `{name}` are the parameters, and `{key}` is about one; write it there"));
    }
    if let Some(span) = tool.described_at(parameter) {
        errors.at(span, format!("the members of `{name}` are the parameters; describe each where it is declared"));
    }
}

/// What a foreign type takes is known to it alone, and only while the program runs.
fn foreign_default(parameter: &Parameter<'_>, errors: &mut Errors) {
    if let (Some(_), Some(default)) = (parameter.keys.schemars(), &parameter.keys.default) {
        errors.at(
            default.key,
            "no compiler can hold a default against a type behind `schemars`; make it an `Option`, and choose in the body",
        );
    }
}

/// The compiler decides the conditions of the item itself before it calls the macro, those inside it afterwards.
fn under_a_condition(attrs: &[Attribute], ours: &[&str], errors: &mut Errors) {
    for name in attrs.iter().filter_map(|attribute| item::under_a_condition(attribute, ours)) {
        errors.at(
            name.span(),
            format!("whether this `{name}` holds is not known here; write it without a condition, or write two functions under `#[cfg(..)]`"),
        );
    }
}

fn documented_parameters(tool: &Tool<'_>, errors: &mut Errors) {
    let mut seen = HashMap::new();
    for entry in &tool.read.entries {
        let span = tool.doc.line(entry.line);
        if !tool.has_parameter(&entry.name) {
            let parameters: Vec<String> = tool.parameters.iter().filter_map(Parameter::rust_name).collect();
            let instead = match names::nearest(&entry.name, parameters.iter().map(String::as_str)) {
                Some(nearest) => format!("did you mean `{nearest}`?"),
                None if parameters.is_empty() => "it has none; take the line away".to_owned(),
                None => format!("it has {}", list(&parameters)),
            };
            errors.at(span, format!("`{}` is no parameter of `{}`; {instead}", entry.name, tool.name()));
        } else if seen.insert(&entry.name, ()).is_some() {
            errors.at(span, format!("`{}` is described twice; keep one line", entry.name));
        }
    }
}

fn list(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

fn parameter_names(tool: &Tool<'_>, errors: &mut Errors) {
    let mut seen = HashMap::new();
    let named = |parameter: &&Parameter<'_>| parameter.ident().is_some() && parameter.keys.flatten().is_none();
    for parameter in tool.parameters.iter().filter(named) {
        let name = parameter.name();
        if let Err(fault) = names::check_parameter(&name) {
            errors.at(parameter.name_span(), names::parameter_fault(&name, fault));
        }
        // Two equal identifiers are the compiler's to refuse.
        if let Some(renamed) = seen.insert(name.clone(), parameter.keys.rename.is_some())
            && (renamed || parameter.keys.rename.is_some())
        {
            errors.at(parameter.name_span(), format!("two parameters are called `{name}`; rename one"));
        }
    }
}

fn pattern(parameter: &Parameter<'_>, errors: &mut Errors) {
    if parameter.ident().is_none() {
        errors.at(
            parameter.typed.pat.span(),
            "a pattern has no name that a model could use; write one name and take it apart in the body",
        );
    }
}

fn impl_trait(parameter: &Parameter<'_>, errors: &mut Errors) {
    if let Some(span) = parameter.impl_trait() {
        errors.at(span, "`impl` makes a type generic, and a schema is fixed; write the one type that the tool takes");
    }
}

/// A parameter has one text; which of two would win is nothing to guess.
fn described_twice(parameter: &Parameter<'_>, errors: &mut Errors) {
    let name = parameter.rust_name().unwrap_or_default();
    let own = !parameter.doc.text.trim().is_empty();
    let places = usize::from(own) + usize::from(parameter.entry.is_some());
    if let Some(key) = &parameter.keys.description {
        if places > 0 {
            errors.at(key.key, format!("`{name}` is also described in a doc comment; keep one of the two"));
        }
    } else if places > 1 {
        errors.at(parameter.doc.start(), format!("`{name}` is also described above the function; keep one of the two"));
    }
}
