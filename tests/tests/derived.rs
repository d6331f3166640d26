//! Types of an author's own that derive `ToolType`, through the dispatcher in process: what the schema says is what a
//! call may give and what serde reads.

#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, clippy::pedantic)]
#![expect(dead_code, reason = "the tools here only show what arrived")]

use serde::Deserialize;
use std::{
    collections::BTreeMap,
    sync::{Arc, LazyLock, mpsc},
};
use toolkit::{Dispatcher, Options, Registry, Reply, Request, ToolType, assert_schema, tool};

/// How fast.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, ToolType)]
#[cfg_attr(all(), serde(rename_all = "kebab-case"))]
#[cfg_attr(any(), serde(untagged))]
enum Mode {
    /// Reads ahead.
    Fast,
    #[cfg(any())]
    Gone(Missing),
    VerySlow,
    #[serde(rename = "never again")]
    Never,
    #[serde(skip)]
    Unsaid,
}

/// How loud.
#[derive(Clone, Copy, Debug, PartialEq, ToolType)]
#[tool_type(integer)]
#[repr(i8)]
enum Level {
    /// Nobody hears it.
    Low = -1,
    High = 1 << 6,
}

/// As wide as numbers get.
#[derive(Debug, ToolType)]
#[tool_type(integer)]
#[repr(u64)]
enum Wide {
    Least = 0,
    Most = u64::MAX,
}

/// As low as numbers get.
#[derive(Debug, ToolType)]
#[tool_type(integer)]
#[repr(i64)]
enum Low {
    Least = i64::MIN,
    Most = i64::MAX,
}

#[derive(Debug, Deserialize, ToolType)]
struct Id(String);

#[derive(Debug, Deserialize, ToolType)]
#[serde(transparent)]
struct Spare {
    value: Option<u8>,
}

/// A place.
#[derive(Debug, Deserialize, ToolType)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Place {
    /// Pixels from
    /// the left.
    ///
    /// Never negative.
    from_left: u32,
    #[serde(default)]
    from_top: u32,
    #[tool_type(default = 1.5, description = "How much larger.")]
    zoom: f64,
    #[serde(rename = "on")]
    screen: Option<Id>,
    spare: Spare,
    modes: Vec<Option<Mode>>,
    #[serde(skip)]
    seen: bool,
    #[cfg(any())]
    gone: Missing,
}

#[derive(Debug, Deserialize, ToolType)]
struct Route {
    stops: Vec<Place>,
    named: BTreeMap<String, Level>,
    r#type: char,
}

/// Take one of each.
///
/// Args:
///     mode: How fast.
#[tool]
fn each(mode: Mode, level: Option<Level>, id: Id, spare: Spare, levels: Vec<Level>) -> String {
    format!("{mode:?} {level:?} {id:?} {spare:?} levels: {levels:?}")
}

/// Take the ends.
#[tool]
fn ends(wide: Wide, low: Low) -> String {
    format!("{wide:?} {low:?}")
}

/// Reads texts in a way of its own.
#[derive(Debug, Deserialize)]
#[serde(try_from = "String")]
struct Hour(u8);

impl TryFrom<String> for Hour {
    type Error = std::num::ParseIntError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse().map(Self)
    }
}

impl ToolType for Hour {
    const SCHEMA: toolkit::rules::Schema = <String as ToolType>::SCHEMA;
    type Const = &'static str;
}

/// Take an hour.
#[tool]
fn at(#[arg(default = "12")] hour: Hour, later: Option<Hour>) -> String {
    format!("{hour:?} {later:?}")
}

#[derive(Debug, Deserialize, ToolType)]
struct Flat {
    left: u32,
    #[tool_type(default = 7)]
    top: u32,
    #[serde(default)]
    mode: Option<Mode>,
}

/// Take its members.
#[tool]
fn flat(#[arg(flatten)] flat: Flat, level: Level) -> String {
    format!("{flat:?} {level:?}")
}

/// Take a whole route.
#[tool]
fn travel(route: Route) -> String {
    format!("{route:?}")
}

static DISPATCHER: LazyLock<Arc<Dispatcher>> =
    LazyLock::new(|| Dispatcher::new(Registry::linked().expect("the names differ"), Options::default()));

/// What the model reads: the result, or `<Type>: <message>`.
fn call(tool: &str, arguments: &str) -> String {
    let (sender, receiver) = mpsc::channel();
    let request = Request { name: tool, arguments: Some(arguments), run: DISPATCHER.new_run(""), bound: None };
    DISPATCHER.call(request, move |reply| drop(sender.send(reply)));
    match receiver.recv().expect("every call is answered") {
        Reply::UnknownTool(failure) => panic!("{failure}"),
        Reply::Ended(ended) => match ended.outcome {
            Ok(answer) => answer.text().into_owned(),
            Err(failure) => failure.to_string(),
        },
    }
}

assert_schema!(each, {
    "type": "object",
    "properties": {
        "mode": { "type": "string", "enum": ["fast", "very-slow", "never again"], "description": "How fast." },
        "level": { "type": "integer", "enum": [-1, 64] },
        "id": { "type": "string" },
        "spare": { "type": "integer" },
        "levels": { "type": "array", "items": { "type": "integer", "enum": [-1, 64] } },
    },
    "required": ["mode", "id", "levels"],
});

assert_schema!(travel, {
    "type": "object",
    "properties": {
        "route": {
            "type": "object",
            "properties": {
                "stops": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {
                            "fromLeft": { "type": "integer", "description": "Pixels from the left." },
                            "fromTop": { "type": "integer" },
                            "zoom": { "type": "number", "description": "How much larger.", "default": 1.5 },
                            "on": { "type": "string" },
                            "spare": { "type": "integer" },
                            "modes": { "type": "array", "items": { "type": "string", "enum": ["fast", "very-slow", "never again"] } },
                        },
                        "required": ["fromLeft", "modes"],
                    },
                },
                "named": { "type": "object", "additionalProperties": { "type": "integer", "enum": [-1, 64] } },
                "type": { "type": "string" },
            },
            "required": ["stops", "named", "type"],
        },
    },
    "required": ["route"],
});

#[test]
fn values_arrive_as_serde_reads_them() {
    for (arguments, result) in [
        (
            r#"{"mode":"very-slow","level":64,"id":"a","spare":3,"levels":[-1,64]}"#,
            r#"VerySlow Some(High) Id("a") Spare { value: Some(3) } levels: [Low, High]"#,
        ),
        (
            r#"{"mode":"never again","level":null,"id":"a","levels":"[\"64\", -1.0]"}"#,
            r#"Never None Id("a") Spare { value: None } levels: [High, Low]"#,
        ),
    ] {
        assert_eq!(call("derived__each", arguments), result);
    }
    for (route, result) in [
        (
            r#"{"stops":[{"fromLeft":1,"modes":[]}],"named":{"a":"-1"},"type":"x"}"#,
            "Route { stops: [Place { from_left: 1, from_top: 0, zoom: 1.5, screen: None, spare: Spare { value: None }, modes: [], seen: false }], named: {\"a\": Low}, type: 'x' }",
        ),
        (
            r#"{"stops":["{\"modes\":[\"fast\",null],\"fromLeft\":\"1\",\"fromTop\":2.0,\"zoom\":null,\"on\":\"b\",\"spare\":\"4\"}"],"named":{},"type":"é"}"#,
            "Route { stops: [Place { from_left: 1, from_top: 2, zoom: 1.5, screen: Some(Id(\"b\")), spare: Spare { value: Some(4) }, modes: [Some(Fast), None], seen: false }], named: {}, type: 'é' }",
        ),
    ] {
        assert_eq!(call("derived__travel", &format!("{{\"route\":{route}}}")), result);
    }
}

assert_schema!(ends, {
    "type": "object",
    "properties": {
        "wide": { "type": "integer", "enum": [0, 18446744073709551615] },
        "low": { "type": "integer", "enum": [-9223372036854775808, 9223372036854775807] },
    },
    "required": ["wide", "low"],
});

#[test]
fn numbers_of_enums_are_as_wide_as_their_type() {
    for (arguments, result) in [
        (r#"{"wide":18446744073709551615,"low":-9223372036854775808}"#, "Most Least"),
        (r#"{"wide":"18446744073709551615","low":9223372036854775807.0}"#, "Most Most"),
        (r#"{"wide":0,"low":"-9223372036854775808"}"#, "Least Least"),
    ] {
        assert_eq!(call("derived__ends", arguments), result);
    }
    assert_eq!(
        call("derived__ends", r#"{"wide":18446744073709551614,"low":-1}"#),
        r#"TypeError: derived__ends: "wide" must be one of 0, 18446744073709551615, got 18446744073709551614; "low" must be one of -9223372036854775808, 9223372036854775807, got -1"#
    );
}

#[test]
fn what_a_type_of_its_own_does_not_read_is_told_with_its_name() {
    for (arguments, result) in [
        ("{}", "Hour(12) None"),
        (r#"{"hour":"7","later":"8"}"#, "Hour(7) Some(Hour(8))"),
        (r#"{"hour":"noon"}"#, r#"TypeError: derived__at: "hour" cannot be read: invalid digit found in string"#),
        (
            r#"{"later":"999"}"#,
            r#"TypeError: derived__at: "later" cannot be read: number too large to fit in target type"#,
        ),
        (r#"{"hour":7}"#, r#"TypeError: derived__at: "hour" must be a string, got 7"#),
    ] {
        assert_eq!(call("derived__at", arguments), result);
    }
}

assert_schema!(flat, {
    "type": "object",
    "properties": {
        "left": { "type": "integer" },
        "top": { "type": "integer", "default": 7 },
        "mode": { "type": "string", "enum": ["fast", "very-slow", "never again"] },
        "level": { "type": "integer", "enum": [-1, 64] },
    },
    "required": ["left", "level"],
});

#[test]
fn members_of_a_flat_struct_have_the_defaults_that_are_shown() {
    for (arguments, result) in [
        (r#"{"left":1,"level":64}"#, "Flat { left: 1, top: 7, mode: None } High"),
        (r#"{"left":1,"top":null,"level":64}"#, "Flat { left: 1, top: 7, mode: None } High"),
        (r#"{"left":1,"top":"2","mode":"fast","level":"-1"}"#, "Flat { left: 1, top: 2, mode: Some(Fast) } Low"),
    ] {
        assert_eq!(call("derived__flat", arguments), result);
    }
}

#[test]
fn what_does_not_fit_is_told_with_its_path() {
    for (tool, arguments, problems) in [
        (
            "each",
            r#"{"mode":"fats","level":2,"id":5,"spare":"x","levels":[0]}"#,
            r#"TypeError: derived__each: "mode" must be one of "fast", "very-slow", "never again", got the string "fats", did you mean "fast"?; "level" must be one of -1, 64, got 2; "id" must be a string, got 5; "spare" must be an integer, got the string "x"; "levels[0]" must be one of -1, 64, got 0"#,
        ),
        (
            "travel",
            r#"{"route":{"stops":[{"fromLeft":-1,"modes":["slow"],"from_top":1,"seen":true}],"named":{"a":"Low"},"type":"xy"}}"#,
            r#"TypeError: derived__travel: "route.stops[0].fromLeft" must be an integer from 0 to 4294967295, got -1; "route.stops[0].modes[0]" must be one of "fast", "very-slow", "never again", got the string "slow"; "route.stops[0].from_top" is not a member, did you mean "fromTop"?; "route.stops[0].seen" is not a member; there are "fromLeft", "fromTop", "zoom", "on", "spare", "modes"; "route.named.a" must be one of -1, 64, got the string "Low"; "route.type" must be a string of one character, got the string "xy""#,
        ),
        (
            "travel",
            r#"{"route":{"stops":[{}]}}"#,
            r#"TypeError: derived__travel: "route.stops[0].fromLeft" is required and missing; "route.stops[0].modes" is required and missing; "route.named" is required and missing; "route.type" is required and missing"#,
        ),
    ] {
        assert_eq!(call(&format!("derived__{tool}"), arguments), problems);
    }
}

#[test]
fn what_passes_the_check_is_read() {
    const VALUES: &[&str] = &[
        "null",
        "true",
        "0",
        "-0",
        "-1",
        "1.0",
        "64",
        "6.4e1",
        "255",
        "256",
        "1e400",
        "4294967296",
        "1.5",
        "[]",
        "{}",
        r#""""#,
        r#""x""#,
        r#""\ud83e\udd80""#,
        r#""-1""#,
        r#""64""#,
        r#""true""#,
        r#""null""#,
        r#""fast""#,
        r#""f\u0061st""#,
        r#""Fast""#,
        r#""[]""#,
        r#"["fast",null]"#,
        r#"["x"]"#,
        "[64]",
        r#"["64",-1.0]"#,
        r#"{"a":64}"#,
        r#"{"a":"-1"}"#,
        r#""{\"a\":64}""#,
        r#"{"fromLeft":1,"modes":[]}"#,
        r#"{"Fast":null}"#,
        "[1,0,1,null,null,[]]",
    ];
    let (mut read, mut refused) = (0, 0);
    let mut ask = |tool: &str, arguments: &str| {
        let answer = call(tool, arguments);
        if answer.starts_with(&format!("TypeError: {tool}: ")) {
            refused += 1;
        } else {
            assert!(answer.contains("levels: ") || answer.contains("stops: "), "{tool} {arguments}: {answer}");
            read += 1;
        }
    };
    for value in VALUES {
        for name in ["mode", "level", "id", "spare", "levels"] {
            let rest = [("mode", r#""fast""#), ("id", r#""a""#), ("levels", "[]")];
            let rest =
                rest.iter().filter(|(other, _)| *other != name).map(|(name, value)| format!(",\"{name}\":{value}"));
            ask("derived__each", &format!("{{\"{name}\":{value}{}}}", rest.collect::<String>()));
        }
        for name in ["fromLeft", "fromTop", "zoom", "on", "spare", "modes"] {
            let rest = [("fromLeft", "1"), ("modes", "[]")];
            let rest =
                rest.iter().filter(|(other, _)| *other != name).map(|(name, value)| format!(",\"{name}\":{value}"));
            let stop = format!("{{\"{name}\":{value}{}}}", rest.collect::<String>());
            ask("derived__travel", &format!(r#"{{"route":{{"stops":[{stop}],"named":{{}},"type":"x"}}}}"#));
        }
        ask("derived__travel", &format!(r#"{{"route":{{"stops":{value},"named":{{}},"type":"x"}}}}"#));
        ask("derived__travel", &format!(r#"{{"route":{{"stops":[],"named":{value},"type":"x"}}}}"#));
        ask("derived__travel", &format!(r#"{{"route":{{"stops":[],"named":{{}},"type":{value}}}}}"#));
    }
    assert!(read > 60 && refused > 200, "{read} read, {refused} refused");
}

/// What serde itself says that it reads for a type.
fn names_that_serde_takes<T: for<'de> Deserialize<'de>>() -> Vec<String> {
    struct Ask<'a>(&'a mut Vec<String>);
    impl<'de> serde::Deserializer<'de> for Ask<'_> {
        type Error = serde::de::value::Error;
        fn deserialize_any<V: serde::de::Visitor<'de>>(self, _: V) -> Result<V::Value, Self::Error> {
            Err(serde::de::Error::custom("only the names are asked for"))
        }
        fn deserialize_struct<V: serde::de::Visitor<'de>>(
            self,
            _: &'static str,
            fields: &'static [&'static str],
            visitor: V,
        ) -> Result<V::Value, Self::Error> {
            self.0.extend(fields.iter().map(ToString::to_string));
            self.deserialize_any(visitor)
        }
        fn deserialize_enum<V: serde::de::Visitor<'de>>(
            self,
            _: &'static str,
            variants: &'static [&'static str],
            visitor: V,
        ) -> Result<V::Value, Self::Error> {
            self.0.extend(variants.iter().map(ToString::to_string));
            self.deserialize_any(visitor)
        }
        serde::forward_to_deserialize_any! {
            bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
            newtype_struct seq tuple tuple_struct map identifier ignored_any
        }
    }
    let mut names = Vec::new();
    let _ = T::deserialize(Ask(&mut names));
    names
}

fn names_in_the_schema<T: ToolType>() -> Vec<String> {
    match T::SCHEMA {
        toolkit::rules::Schema::Struct(members) => members.iter().map(|member| member.name.to_string()).collect(),
        toolkit::rules::Schema::Enum(values) => values
            .iter()
            .map(|value| match value {
                toolkit::rules::Literal::String(word) => word.to_string(),
                other => format!("{other:?}"),
            })
            .collect(),
        other => panic!("{other:?} has no names"),
    }
}

/// The same names in every case of serde's.
macro_rules! cases {
    ($($module:ident $case:literal)*) => {$(
        #[allow(dead_code, non_camel_case_types, non_snake_case, reason = "odd names are what is tested")]
        mod $module {
            #[derive(serde::Deserialize, toolkit::ToolType)]
            #[serde(rename_all = $case)]
            pub struct Fields {
                one: u8,
                two_words: u8,
                _first: u8,
                last_: u8,
                two__marks: u8,
                with2digits: u8,
                r#type: u8,
                camelCase: u8,
                #[serde(rename = "as.it.IS")]
                named: u8,
            }

            #[derive(serde::Deserialize, toolkit::ToolType)]
            #[serde(rename_all(serialize = "UPPERCASE", deserialize = $case))]
            pub enum Variants {
                One,
                TwoWords,
                HTTPServer,
                V2,
                snake_case,
                MitÄrger,
                r#type,
                #[serde(rename(serialize = "x", deserialize = "as it IS"))]
                Named,
                #[serde(rename(serialize = "x"))]
                NamedOutside,
            }
        }
    )*

        #[test]
        fn every_case_of_serdes_gives_the_names_that_serde_reads() {
            $(
                assert_eq!(
                    names_in_the_schema::<$module::Fields>(),
                    names_that_serde_takes::<$module::Fields>(),
                    $case
                );
                assert_eq!(
                    names_in_the_schema::<$module::Variants>(),
                    names_that_serde_takes::<$module::Variants>(),
                    $case
                );
            )*
        }
    };
}

cases! {
    lower "lowercase"
    upper "UPPERCASE"
    pascal "PascalCase"
    camel "camelCase"
    snake "snake_case"
    screaming_snake "SCREAMING_SNAKE_CASE"
    kebab "kebab-case"
    screaming_kebab "SCREAMING-KEBAB-CASE"
}
