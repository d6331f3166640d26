//! A foreign type that holds itself: no program with it starts.

#![cfg(all(feature = "server", feature = "schemars"))]

use schemars::JsonSchema;
use serde::Deserialize;
use toolkit::{Registry, tool};

/// A tree.
#[derive(Deserialize, JsonSchema)]
struct Tree {
    value: u8,
    children: Vec<Self>,
}

/// Add up a tree.
#[tool]
fn sum(#[arg(schemars)] tree: Tree, #[arg(schemars)] other: Option<Box<Tree>>) -> u32 {
    fn of(tree: &Tree) -> u32 {
        u32::from(tree.value) + tree.children.iter().map(of).sum::<u32>()
    }
    of(&tree) + other.as_deref().map_or(0, of)
}

#[test]
fn a_schema_that_refers_to_itself_is_an_error_with_tool_parameter_and_place() {
    let error = Registry::linked().map(|_| ()).expect_err("a tree holds trees").to_string();
    let line = |parameter: &str| {
        format!(
            "toolkit/tests/recursive.rs:18: the schema of `{parameter}`, a parameter of `recursive__sum`, refers to itself at `properties.children.items`, and catalogs have no references; take a type that does not hold itself"
        )
    };
    assert_eq!(error, [line("tree"), line("other")].join("\n"));
}
