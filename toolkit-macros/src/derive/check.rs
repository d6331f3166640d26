//! One named function a rule. The one measure of all of them: what the schema says is what serde reads.

use super::{
    keys,
    model::{Choice, Member, Model, Shape, Unfit},
    serde::Serde,
};
use crate::errors::Errors;
use std::collections::HashSet;
use syn::{Data, GenericParam, spanned::Spanned};
use toolkit_rules::names;

/// Everything that is wrong with a type and can be seen in its text.
pub fn check(model: &Model<'_>, errors: &mut Errors) {
    generics(model, errors);
    match &model.shape {
        Shape::Unfit(unfit) => unfit_shape(model, unfit, errors),
        Shape::Enum(choices) => check_enum(model, choices, errors),
        Shape::Struct(members) => {
            numbered_struct(model, errors);
            another_reading(&model.serde, errors);
            tag_of_a_struct(&model.serde, errors);
            member_names(members, errors);
            for member in members {
                check_member(model, member, errors);
            }
        }
        Shape::Newtype(inner) => {
            numbered_struct(model, errors);
            another_reading(&model.serde, errors);
            keys_of_a_newtype(inner, errors);
            check_type(model, inner, errors);
        }
    }
}

fn check_enum(model: &Model<'_>, choices: &[Choice<'_>], errors: &mut Errors) {
    no_choice(model, choices, errors);
    keys_of_a_variant(model, errors);
    if model.keys.integer.is_some() {
        numbers(choices, errors);
        return;
    }
    another_reading(&model.serde, errors);
    tag_of_an_enum(&model.serde, errors);
    choice_names(choices, errors);
    for choice in choices {
        alias(&choice.serde, errors);
        any_other(&choice.serde, errors);
        tag_of_an_enum(&choice.serde, errors);
        own_reading(&choice.serde, errors);
    }
}

fn check_member(model: &Model<'_>, member: &Member<'_>, errors: &mut Errors) {
    check_type(model, member, errors);
    alias(&member.serde, errors);
    flatten(member, errors);
    if let Err(fault) = names::check_parameter(&member.name) {
        errors.at(member.name_span(), names::parameter_fault(&member.name, fault));
    }
    if member.keys.description.is_none() {
        member.doc.check("write `#[tool_type(description = \"..\")]`", errors);
    }
}

fn check_type(model: &Model<'_>, member: &Member<'_>, errors: &mut Errors) {
    own_reading(&member.serde, errors);
    recursion(model, member, errors);
}

/// A value is read from a call that is gone when the tool has it, so it borrows nothing.
fn generics(model: &Model<'_>, errors: &mut Errors) {
    for parameter in &model.input.generics.params {
        match parameter {
            GenericParam::Lifetime(parameter) => errors.at(
                parameter.lifetime.span(),
                format!(
                    "a value with `{}` borrows from somewhere; write types that own, such as `String`",
                    parameter.lifetime
                ),
            ),
            GenericParam::Type(_) | GenericParam::Const(_) => {
                let name = match parameter {
                    GenericParam::Type(parameter) => &parameter.ident,
                    GenericParam::Const(parameter) => &parameter.ident,
                    GenericParam::Lifetime(parameter) => &parameter.lifetime.ident,
                };
                errors.at(name.span(), format!("`{name}` is generic, and a schema is fixed; write what it stands for"));
            }
        }
    }
}

fn unfit_shape(model: &Model<'_>, unfit: &Unfit<'_>, errors: &mut Errors) {
    let name = model.ident();
    match unfit {
        Unfit::Union(span) => errors.at(*span, "a union does not say which of its fields is there; write a struct"),
        Unfit::Data(variant) => errors.at(
            variant.fields.span(),
            format!(
                "`{}` holds data, so values have no one shape; write a struct, with an enum of plain variants for what it tells apart",
                variant.ident
            ),
        ),
        Unfit::Unit => errors.at(name.span(), format!("`{name}` holds nothing that a call could say; give it fields with names")),
        Unfit::Tuple(span) => errors.at(*span, "a list of several types is none of the table; give the fields names"),
    }
}

fn no_choice(model: &Model<'_>, choices: &[Choice<'_>], errors: &mut Errors) {
    if choices.is_empty() {
        let name = model.ident();
        errors.at(name.span(), format!("`{name}` has no variant that a call could name; write one"));
    }
}

fn keys_of_a_variant(model: &Model<'_>, errors: &mut Errors) {
    let Data::Enum(data) = &model.input.data else { return };
    for variant in &data.variants {
        if let Some(span) = keys::ours(&variant.attrs) {
            errors.at(
                span,
                "a schema says a variant's name and nothing else; take this away, or write `#[serde(rename = \"..\")]`",
            );
        }
    }
}

/// A number that nobody wrote is one that the next variant in between changes.
fn numbers(choices: &[Choice<'_>], errors: &mut Errors) {
    for choice in choices.iter().filter(|choice| choice.variant.discriminant.is_none()) {
        let name = &choice.variant.ident;
        errors.at(name.span(), format!("`{name}` has no number; write `{name} = ..`"));
    }
}

fn numbered_struct(model: &Model<'_>, errors: &mut Errors) {
    if let Some(span) = model.keys.integer {
        errors.at(span, "only the variants of an enum have numbers; take `integer` away");
    }
}

fn another_reading(serde: &Serde, errors: &mut Errors) {
    if let Some(key) = serde.first(&["from", "try_from"]) {
        errors.at(
            key.span,
            format!(
                "with `{}` serde reads another type; take that type and convert it in the tool, or implement `ToolType` by hand",
                key.name
            ),
        );
    }
}

fn own_reading(serde: &Serde, errors: &mut Errors) {
    if let Some(key) = serde.first(&["with", "deserialize_with"]) {
        errors.at(
            key.span,
            format!(
                "what serde takes with `{}` is known to that function alone; write the type that is sent, and convert it in the tool",
                key.name
            ),
        );
    }
}

fn tag_of_an_enum(serde: &Serde, errors: &mut Errors) {
    if let Some(key) = serde.first(&["tag", "content", "untagged", "variant_identifier", "field_identifier"]) {
        errors.at(
            key.span,
            format!("with `{}` serde does not read the name alone, which the schema says; take it away", key.name),
        );
    }
}

fn tag_of_a_struct(serde: &Serde, errors: &mut Errors) {
    if let Some(key) = serde.first(&["tag"]) {
        errors.at(key.span, "serde writes `tag` and never asks for it; write a field, or take it away");
    }
}

/// Calls are checked against the schema first, which has one name for each thing.
fn alias(serde: &Serde, errors: &mut Errors) {
    if let Some(key) = serde.first(&["alias"]) {
        errors
            .at(key.span, "a second name is not in the schema, so calls with it are refused; keep one, with `rename`");
    }
}

fn any_other(serde: &Serde, errors: &mut Errors) {
    if let Some(key) = serde.first(&["other"]) {
        errors.at(key.span, "`other` takes any text, and the schema lists them all; take it away, or take a `String`");
    }
}

fn flatten(member: &Member<'_>, errors: &mut Errors) {
    if let Some(key) = member.serde.first(&["flatten"]) {
        errors.at(
            key.span,
            "`flatten` hides which members there are; write them here, or take it away so that they are an object of their own",
        );
    }
}

fn recursion(model: &Model<'_>, member: &Member<'_>, errors: &mut Errors) {
    if let Some(span) = model.mention(member) {
        let name = model.ident();
        errors.at(
            span,
            format!(
                "`{name}` holds itself, and its schema would never end; name the others by an id, or take a `Vec<serde_json::Value>`"
            ),
        );
    }
}

fn member_names(members: &[Member<'_>], errors: &mut Errors) {
    let mut seen = HashSet::new();
    for member in members {
        if !seen.insert(&member.name) {
            errors.at(member.name_span(), format!("two members are called `{}`; rename one", member.name));
        }
    }
}

fn choice_names(choices: &[Choice<'_>], errors: &mut Errors) {
    let mut seen = HashSet::new();
    for choice in choices {
        if !seen.insert(&choice.name) {
            errors.at(choice.name_span(), format!("two variants are called `{}`; rename one", choice.name));
        }
    }
}

/// A newtype is its field, and what can be said about a member is said where one is.
fn keys_of_a_newtype(inner: &Member<'_>, errors: &mut Errors) {
    if let Some(span) = keys::ours(&inner.field.attrs) {
        errors.at(span, "this field is the whole value; write its text and default where the type is used");
    }
}
