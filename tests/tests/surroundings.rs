//! What may stand around a tool: other names in scope, other attributes, conditions, functions, modules, macros; and
//! that its calls come out right there.

#![forbid(unsafe_code)]
#![deny(warnings)]

use serde_json::json;
use toolkit::{assert_schema, testing, tool};

// Roots of paths that expansions could mean.
mod alloc {}
mod core {}
mod inventory {}
mod serde {}
mod std {}

#[path = "../cases/rust/surroundings/type.rs"]
mod r#type;

/// Macros that an expansion could call by mistake.
#[expect(unused_macros, reason = "no expansion calls them")]
mod macros {
    macro_rules! column {
        ($($t:tt)*) => {
            compile_error!("this is the author's own macro")
        };
    }
    macro_rules! concat {
        ($($t:tt)*) => {
            compile_error!("this is the author's own macro")
        };
    }
    macro_rules! file {
        ($($t:tt)*) => {
            compile_error!("this is the author's own macro")
        };
    }
    macro_rules! line {
        ($($t:tt)*) => {
            compile_error!("this is the author's own macro")
        };
    }
    macro_rules! matches {
        ($($t:tt)*) => {
            compile_error!("this is the author's own macro")
        };
    }
    macro_rules! module_path {
        ($($t:tt)*) => {
            compile_error!("this is the author's own macro")
        };
    }
    macro_rules! panic {
        ($($t:tt)*) => {
            compile_error!("this is the author's own macro")
        };
    }
    macro_rules! submit {
        ($($t:tt)*) => {
            compile_error!("this is the author's own macro")
        };
    }
    macro_rules! vec {
        ($($t:tt)*) => {
            compile_error!("this is the author's own macro")
        };
    }

    /// Take a list.
    #[toolkit::tool]
    fn listed(#[arg(default = [1, 2])] list: Vec<u8>, maybe: Option<String>) -> Result<usize, String> {
        maybe.map_or(Ok(list.len()), Err)
    }

    /// Take it later.
    #[toolkit::tool]
    async fn later(list: Vec<u8>) -> usize {
        list.len()
    }
}

/// Attributes of others, above ours and below.
mod attributes {
    use toolkit::tool;
    use tracing::instrument;

    /// Instrumented below.
    #[tool(name = "below")]
    #[instrument(skip_all)]
    fn below(
        /// What to say.
        word: &str,
        #[arg(default = 2)] times: usize,
    ) -> String {
        word.repeat(times)
    }

    /// Instrumented above.
    #[instrument(skip_all)]
    #[tool(name = "above")]
    async fn above(
        /// What to say.
        word: &str,
        #[arg(default = 2)] times: usize,
    ) -> Result<String, String> {
        if word.is_empty() { Err("nothing to say".to_owned()) } else { Ok(word.repeat(times)) }
    }

    /// Everything that a function can carry.
    #[must_use]
    #[inline(never)]
    #[cold]
    #[track_caller]
    #[deprecated = "call `above`"]
    #[cfg_attr(all(), tool(name = "carrying"))]
    fn carrying(n: u8) -> u8 {
        n
    }

    #[derive(Default)]
    pub(super) struct Counter;

    #[allow(clippy::unused_async, reason = "an author may have it beside ours")]
    #[tool]
    #[rustfmt::skip]
    impl Counter {
        /// Instrumented within.
        #[instrument(skip_all)]
        #[tool(name = "within")]
        pub(super) async fn within(&self, #[arg(default = 1)] n: u8) -> u8 { n }

        /// Not in this build.
        #[tool(name = "absent")]
        #[cfg(any())]
        pub fn absent(&self, n: Missing) -> u8 { n }

        /// In this build.
        #[tool(name = "present")]
        #[cfg(test)]
        #[must_use]
        #[deprecated]
        pub fn present(&self) -> u8 { 1 }
    }
}

/// Conditions.
mod conditions {
    /// Not in this build.
    #[toolkit::tool]
    #[cfg(any())]
    impl Missing {
        /// Nor is this.
        pub fn gone(&self) -> Missing {}
    }

    #[cfg(any())]
    #[toolkit::tool]
    fn absent() {}

    /// Some parameters are in this build.
    ///
    /// Args:
    ///     never: Is in none.
    ///     count: Is in this one.
    #[toolkit::tool]
    async fn partial(
        #[cfg(any())] never: Missing,
        word: &str,
        #[cfg(test)]
        #[arg(default = 2)]
        count: usize,
        #[cfg(not(test))]
        #[arg(default = [])]
        count: Vec<u8>,
    ) -> String {
        word.repeat(count)
    }

    toolkit::assert_schema!(partial, {
        "type": "object",
        "properties": {
            "word": { "type": "string" },
            "count": { "type": "integer", "description": "Is in this one.", "default": 2 },
        },
        "required": ["word"],
    });
}

/// Visibilities.
mod seen {
    pub mod inner {
        use toolkit::tool;

        /// Of everybody.
        #[tool]
        pub fn all() {}

        /// Of the crate.
        #[tool]
        pub(crate) fn of_crate() {}

        /// Of the module above.
        #[tool]
        pub(super) fn of_above() {}

        /// Of one module.
        #[tool]
        pub(in crate::seen) fn of_one() {}

        /// Of this module.
        #[tool]
        fn own() {}

        toolkit::assert_schema!(own, { "type": "object", "properties": {}, "required": [] });
    }

    toolkit::assert_schema!(inner::of_one, { "type": "object", "properties": {}, "required": [] });
    toolkit::assert_schema!(inner::of_above, { "type": "object", "properties": {}, "required": [] });
}

assert_schema!(seen::inner::of_crate, { "type": "object", "properties": {}, "required": [] });
assert_schema!(r#type::r#match, {
    "type": "object",
    "properties": {
        "in": { "type": "string" },
        "fn": { "type": "array", "items": { "type": "integer" }, "default": [1] },
    },
    "required": [],
});

fn schema(tool: &str) -> String {
    let catalog = testing::Harness::new().catalog();
    catalog.find(tool).map(|listed| listed.spec().schema.to_string()).unwrap_or_default()
}

#[test]
fn calls_come_out_right_whatever_stands_around_a_tool() {
    for (tool, arguments, text) in [
        ("type__match", json!({"in": "a"}), r#"Some("a") [1]"#),
        ("type__move", json!({"loop": 3}), "3"),
        ("type__yield", json!({}), "0"),
        ("surroundings__listed", json!({}), "2"),
        ("surroundings__later", json!({"list": [1]}), "1"),
        ("below", json!({"word": "a"}), "aa"),
        ("above", json!({"word": "b", "times": 1}), "b"),
        ("surroundings__partial", json!({"word": "a"}), "aa"),
        ("above", json!({"word": ""}), "Error: nothing to say"),
        ("carrying", json!({"n": 4}), "4"),
        ("within", json!({}), "1"),
        ("present", json!({}), "1"),
    ] {
        assert_eq!(testing::call(tool, arguments).text(), text, "{tool}");
    }
    assert_eq!(schema("above"), schema("below"));
    assert!(schema("above").contains("What to say."));
}

#[test]
fn a_tool_that_is_not_compiled_is_none() {
    for name in toolkit::tool_names() {
        assert!(!name.contains("absent") && !name.contains("gone"), "{name}");
    }
    assert_eq!(toolkit::tool_names().filter(|name| name.starts_with("surroundings__of_")).count(), 3);
}

#[test]
fn a_tool_may_stand_in_a_function() {
    /// Within a function.
    #[tool]
    fn deep(n: u8) -> u8 {
        n
    }
    const {
        assert_schema!(deep, { "type": "object", "properties": { "n": { "type": "integer" } }, "required": ["n"] });
    }
    assert_eq!(testing::call("surroundings__deep", json!({"n": 1})).value(), 1);
}
