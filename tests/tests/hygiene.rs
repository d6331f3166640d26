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

    #[derive(::serde::Deserialize, ::toolkit::ToolType)]
    enum Literal {
        None,
        Some,
        Ok,
        Result,
    }

    #[derive(::toolkit::ToolType)]
    #[tool_type(integer)]
    #[repr(u64)]
    enum Json {
        Err = 1,
        Ok = u64::MAX,
    }

    #[derive(::serde::Deserialize, ::toolkit::ToolType)]
    struct Held(::std::string::String);

    #[derive(::serde::Deserialize, ::toolkit::ToolType)]
    struct Schema {
        #[tool_type(default = -1)]
        call: i8,
        r#type: ::std::option::Option<Literal>,
        json: ::std::vec::Vec<Json>,
        held: Held,
    }

    /// Take what is derived.
    #[tool]
    fn derived(schema: Schema) -> ::std::string::String {
        let word = match schema.r#type {
            ::std::option::Option::Some(Literal::Some | Literal::Ok) => "some",
            ::std::option::Option::Some(Literal::None | Literal::Result) => "none",
            ::std::option::Option::None => "absent",
        };
        let numbers: ::std::vec::Vec<u64> = schema.json.into_iter().map(|one| one as u64).collect();
        ::std::format!("{} {word} {numbers:?} {}", schema.call, schema.held.0)
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

macro_rules! taken {
    ($choice:ident { $($variant:ident),* } $record:ident { $($field:ident: $type:ty = $default:expr),* }) => {
        #[derive(Clone, Copy, serde::Deserialize, toolkit::ToolType)]
        enum $choice { $($variant),* }

        #[derive(serde::Deserialize, toolkit::ToolType)]
        struct $record {
            $(#[tool_type(default = $default)] $field: $type,)*
            choice: $choice,
        }

        /// Take both.
        #[toolkit::tool]
        fn taken(record: $record, choice: $choice) -> String {
            format!("{}{:?} {} {}", $(record.$field),*, record.choice as u8, choice as u8)
        }
    };
}

taken!(Choice { A, B } Record { left: u8 = 1, words: Vec<String> = ["a"] });

/// Compiled on some machines.
#[toolkit::tool]
#[cfg(any())]
fn nowhere(n: Missing) {}

/// Under another name.
mod renamed {
    extern crate toolkit as kit;

    #[derive(Clone, Copy, serde::Deserialize, kit::ToolType)]
    #[tool_type(crate = kit)]
    struct Id(u8);

    /// Take nothing but a number.
    #[kit::tool(crate = kit)]
    fn nothing(id: Id) -> u8 {
        id.0
    }
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
            "hygiene__derived",
            "hygiene__count",
            "hygiene__later",
            "hygiene__whole",
            "hygiene__real",
            "hygiene__zulu",
            "hygiene__alpha",
            "hygiene__taken",
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
