//! What an expansion must not depend on: names in scope, lints that the author's crate denies, where a macro stands.
//! That this compiles is most of the test.

#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, unused_qualifications, clippy::pedantic)]

use toolkit::assert_schema;

/// Types and macros of an author who took every good name.
mod hostile {
    use ::toolkit::tool;

    mod core {}
    mod std {}
    mod toolkit {}

    type Arguments = ();
    struct Accepts;
    struct Box;
    struct Group;
    struct None;
    struct Ok;
    struct Option;
    struct Result;
    struct Some;
    struct String;
    struct ToolSpec;
    struct Vec;
    trait Parameter {
        const ACCEPTS: u8;
    }

    macro_rules! file {
        () => {};
    }
    macro_rules! line {
        () => {};
    }

    #[expect(non_upper_case_globals, reason = "expansions bind names like these")]
    static call: u8 = 1;
    #[expect(non_upper_case_globals, reason = "expansions bind names like these")]
    const slots: u8 = 1;

    /// Take what is named in full.
    #[tool]
    fn named(
        text: &str,
        list: ::std::option::Option<u8>,
        #[arg(default = "x")] maybe: ::std::option::Option<&str>,
    ) -> ::std::result::Result<u8, ::std::string::String> {
        file!();
        line!();
        let _: (Arguments, Accepts, Box, Group, None, Ok, Option) = ((), Accepts, Box, Group, None, Ok, Option);
        let _: (Result, Some, String, ToolSpec, Vec) = (Result, Some, String, ToolSpec, Vec);
        if text.is_empty() {
            return ::std::result::Result::Err(::std::format!("{list:?}{maybe:?}{call}{slots}"));
        }
        ::std::result::Result::Ok(<u8 as Parameter>::ACCEPTS)
    }

    impl Parameter for u8 {
        const ACCEPTS: u8 = 1;
    }

    /// A counter.
    #[derive(Default)]
    struct Counter(u8);

    #[tool(scope = "run")]
    impl Counter {
        /// Count.
        pub fn count<'a>(&'a mut self, by: u8, text: &'a str) -> &'a str {
            self.0 += by;
            text
        }

        /// Count later.
        pub async fn later(&self) {
            ::std::future::ready(self.0).await;
        }
    }
}

macro_rules! doubles {
    ($($name:ident: $type:ty),*) => {$(
        /// Double.
        #[toolkit::tool]
        fn $name(n: $type) -> $type {
            n + n
        }
    )*};
}

doubles!(whole: u32, real: f64);

macro_rules! pair {
    () => {
        /// Second by name, first by place.
        #[toolkit::tool]
        fn zulu() {}

        /// First by name, second by place.
        #[toolkit::tool]
        fn alpha() {}
    };
}

pair!();

/// Compiled on some machines.
#[toolkit::tool]
#[cfg(any())]
fn nowhere(n: Missing) {}

/// Under another name.
mod renamed {
    extern crate toolkit as kit;

    /// Take nothing.
    #[kit::tool(crate = kit)]
    fn nothing() {}
}

assert_schema!(whole, { "type": "object", "properties": { "n": { "type": "integer" } }, "required": ["n"] });

const _: () = {
    assert_schema!(real, { "properties": { "n": { "type": "number" } }, "type": "object", "required": ["n"] });
};

#[test]
fn tools_of_one_macro_call_stand_where_it_is_called_in_their_order() {
    let names: Vec<&str> = toolkit::tool_names().collect();
    assert_eq!(
        names,
        [
            "hygiene__named",
            "hygiene__count",
            "hygiene__later",
            "hygiene__whole",
            "hygiene__real",
            "hygiene__zulu",
            "hygiene__alpha",
            "hygiene__nothing",
        ]
    );
    let line = |name: &str| {
        let catalog = toolkit::Registry::linked().expect("the names differ").catalog(std::time::Duration::ZERO);
        catalog.find(name).map(|listed| (listed.spec().origin.file.to_string(), listed.spec().origin.line))
    };
    assert_eq!(line("hygiene__zulu"), line("hygiene__alpha"));
    assert_eq!(line("hygiene__whole"), line("hygiene__real"));
    assert_eq!(line("hygiene__whole").map(|(file, _)| file).as_deref(), Some("tests/tests/hygiene.rs"));
}
