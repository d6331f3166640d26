//! Rust tools through the dispatcher in process: the cases about widths, raw identifiers, tools without parameters and
//! source order, every row of the table of types, and every way a Rust tool can end a call.

#[path = "../cases/rust/kinds.rs"]
mod kinds;
#[path = "../cases/rust/meter.rs"]
mod meter;
#[path = "../cases/rust/order.rs"]
mod order;
#[path = "../cases/rust/pulse.rs"]
mod pulse;
#[path = "../cases/rust/refusing.rs"]
mod refusing;
#[path = "../cases/rust/rows.rs"]
mod rows;
#[path = "../cases/rust/signatures.rs"]
mod signatures;

use std::{
    process::Command,
    sync::{Arc, LazyLock, mpsc},
};
use toolkit::{Dispatcher, Options, Registry, Reply, Request, assert_schema};

static DISPATCHER: LazyLock<Arc<Dispatcher>> =
    LazyLock::new(|| Dispatcher::new(Registry::linked().expect("the names differ"), Options::default()));

/// What the model reads: the result, or `<Type>: <message>`.
fn call(tool: &str, arguments: &str) -> String {
    call_in("", tool, arguments)
}

fn call_in(run: &str, tool: &str, arguments: &str) -> String {
    let (sender, receiver) = mpsc::channel();
    let run = if run.is_empty() { DISPATCHER.new_run("") } else { DISPATCHER.run(run) };
    let request = Request { name: tool, arguments: Some(arguments), run, bound: None };
    DISPATCHER.call(request, move |reply| drop(sender.send(reply)));
    match receiver.recv().expect("every call is answered") {
        Reply::UnknownTool(failure) => panic!("{failure}"),
        Reply::Ended(ended) => match ended.outcome {
            Ok(answer) => answer.text().into_owned(),
            Err(failure) => failure.to_string(),
        },
    }
}

fn entry(name: &str) -> String {
    let catalog = DISPATCHER.catalog();
    let listed = catalog.find(name).unwrap_or_else(|| panic!("{name} is listed"));
    listed.spec().entry.to_string()
}

#[test]
fn integer_widths_are_plain_integers_and_their_ranges_are_kept() {
    assert_schema!(meter::read, {
        "type": "object",
        "properties": {
            "channel": { "type": "integer", "description": "Channel number." },
            "ticks": { "type": "integer", "description": "Raw counter value." },
            "width": { "type": "integer", "description": "Buffer width." },
            "offset": { "type": "integer", "description": "Signed correction." },
            "gain": { "type": "number", "description": "Multiplier." },
            "tail": { "type": "array", "items": { "type": "integer" }, "description": "Older readings, newest first." },
        },
        "required": ["channel", "ticks", "width", "offset", "gain", "tail"],
    });
    for (arguments, result) in [
        (
            r#"{"channel":255,"ticks":18446744073709551615,"width":1,"offset":-5,"gain":1,"tail":[1,2]}"#,
            "255 18446744073709551615 1 -5 1 2",
        ),
        (r#"{"channel":7.0,"ticks":1,"width":1,"offset":0,"gain":0.5,"tail":[]}"#, "7 1 1 0 0.5 0"),
    ] {
        assert_eq!(call("meter__read", arguments), result);
    }
    for (arguments, parameter) in [
        (r#"{"channel":256,"ticks":1,"width":1,"offset":0,"gain":1.5,"tail":[]}"#, "channel"),
        (r#"{"channel":-1,"ticks":1,"width":1,"offset":0,"gain":1.5,"tail":[]}"#, "channel"),
        (r#"{"channel":1,"ticks":1,"width":1,"offset":0,"gain":1.5,"tail":[70000]}"#, "tail"),
    ] {
        let refusal = call("meter__read", arguments);
        assert!(refusal.starts_with("TypeError: ") && refusal.contains(parameter), "{refusal}");
    }
}

#[test]
fn raw_identifiers_lose_their_mark_everywhere_outside_rust() {
    assert_schema!(kinds::pick, {
        "type": "object",
        "properties": {
            "type": { "type": "string", "description": "Kind to pick." },
            "in": { "type": "integer", "description": "Shelf to look on." },
        },
        "required": ["type"],
    });
    assert_schema!(kinds::r#match, {
        "type": "object",
        "properties": { "left": { "type": "integer" }, "right": { "type": "integer" } },
        "required": ["left", "right"],
    });
    assert!(!DISPATCHER.catalog().entries_json().contains("r#"));
    assert_eq!(call("kinds__pick", r#"{"type":"a","in":3}"#), "a Some(3)");
    assert_eq!(call("kinds__pick", r#"{"type":"a"}"#), "a None");
    assert_eq!(call("kinds__match", r#"{"left":1,"right":1}"#), "true");
}

#[test]
fn a_tool_without_parameters_has_an_empty_object_and_takes_nothing() {
    assert_schema!(pulse::ping, { "type": "object", "properties": {}, "required": [] });
    assert_schema!(pulse::Ticker::tick, { "type": "object", "properties": {}, "required": [] });
    for arguments in ["", "{}", "null"] {
        let arguments = if arguments.is_empty() { "{}" } else { arguments };
        assert_eq!(call("pulse__ping", arguments), "here");
        assert_eq!(call("pulse__tick", arguments), "1", "an instance lives for one call");
    }
}

#[test]
fn tools_come_in_source_order_in_every_process() {
    let names: Vec<&str> = toolkit::tool_names().filter(|name| name.starts_with("order__")).collect();
    assert_eq!(names, ["order__zeta", "order__alpha", "order__mu", "order__beta"]);
    assert_eq!(DISPATCHER.catalog().entries_json(), DISPATCHER.catalog().entries_json());
    let this = std::env::current_exe().expect("a test knows its program");
    for _ in 0..5 {
        let output = Command::new(&this)
            .args(["--exact", "the_catalog_is_not_empty", "--nocapture"])
            .output()
            .expect("a test program runs");
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(printed.contains(DISPATCHER.catalog().entries_json()), "{printed}");
    }
}

#[test]
fn the_catalog_is_not_empty() {
    println!("{}", DISPATCHER.catalog().entries_json());
    assert!(!DISPATCHER.catalog().tools().is_empty());
}

#[test]
fn every_row_of_the_table_is_read_and_written() {
    for (tool, arguments, result) in [
        (
            "texts",
            r#"{"owned":"a","borrowed":"b\n","either":"c","one":"é","maybe":"\u0041"}"#,
            r#"["a","b\n","c","é","Some(\"A\")","true"]"#,
        ),
        ("texts", r#"{"owned":"","borrowed":"","either":"","one":"x"}"#, r#"["","","","x","None","true"]"#),
        ("first", r#"{"text":"one two"}"#, "one"),
        ("first", r#"{"text":"one\ttwo","between":"\t"}"#, "one"),
        ("later", r#"{"text":"\\"}"#, "1"),
        (
            "widest",
            r#"{"low":-170141183460469231731687303715884105728,"high":340282366920938463463374607431768211455,"size":-1,"least":-9223372036854775808}"#,
            "[-170141183460469231731687303715884105728,340282366920938463463374607431768211455,-1,-9223372036854775808]",
        ),
        ("numbers", r#"{"single":0.1,"double":1e300,"yes":true}"#, "[0.1,1e+300,true]"),
        (
            "lists",
            r#"{"words":["a\"","b"],"gaps":[1,null],"any":[1,"x",{"y":null}],"deep":[[1],[]]}"#,
            r#"[["a\"","b"],[1,null],[1,"x",{"y":null}],[[1],[]]]"#,
        ),
        ("maps", r#"{"free":{"a":[1]},"counts":{"a":1,"b":2},"any":{"k":[null]}}"#, r#"[1,3,"{\"k\":[null]}"]"#),
        ("defaults", "{}", r#"-3 1e-7 a"b c true Some(5) None"#),
        ("defaults", r#"{"low":1,"maybe":6,"none":{"k":1}}"#, r#"1 1e-7 a"b c true Some(6) Some({"k": 1})"#),
        ("spare", "{}", r#"[1, -2] ["x"] [[16], []] []"#),
        ("spare", r#"{"list":[],"deep":[[]]}"#, r#"[] ["x"] [[]] []"#),
        ("listed", r#"{"a":1,"b":2}"#, "3"),
        ("nothing", "{}", "null"),
        ("null", "{}", r#"[null,"null"]"#),
        ("name", "{}", "tally"),
    ] {
        assert_eq!(call(&format!("rows__{tool}"), arguments), result, "{tool} {arguments}");
    }
    assert_eq!(call("rows-renamed", r#"{"from.where":"here"}"#), "here");
}

#[test]
fn every_failure_says_what_it_is() {
    for (tool, arguments, result) in [
        ("refuse", r#"{"how":""}"#, "null"),
        ("refuse", r#"{"how":"not so"}"#, "ValueError: not so"),
        ("shelf", "{}", "ShelfError: shelf 7 is empty; look on another"),
        ("closed", "{}", "ClosedError: come back tomorrow"),
        ("text", "{}", "Error: no"),
        ("boxed", "{}", "Error: gone"),
        ("parsed", r#"{"text":"x"}"#, "ParseIntError: invalid digit found in string"),
        ("parsed", r#"{"text":"5"}"#, "5"),
        ("ratio", r#"{"by":2}"#, r#"{"rates":[1.0,null,0.5]}"#),
        (
            "ratio",
            r#"{"by":0}"#,
            "ValueError: the result holds infinity at `rates[2]`, which JSON cannot say; return null or a text instead",
        ),
        ("keyed", "{}", "TypeError: the result cannot be written as JSON: key must be a string"),
    ] {
        assert_eq!(call(&format!("rows__{tool}"), arguments), result, "{tool} {arguments}");
    }
}

#[test]
fn the_context_takes_no_place_and_members_take_several() {
    assert_schema!(signatures::between, {
        "type": "object",
        "properties": { "first": { "type": "string" }, "second": { "type": "integer", "default": 2 } },
        "required": ["first"],
    });
    assert_schema!(signatures::alone, { "type": "object", "properties": {}, "required": [] });
    assert_schema!(signatures::members, {
        "type": "object",
        "properties": {
            "path": { "type": "string" },
            "firstLine": { "type": "integer", "description": "The first line." },
            "most": { "type": "integer", "description": "How many.", "default": 0 },
            "label": { "type": "string" },
            "last": { "type": "boolean" },
        },
        "required": ["path", "firstLine", "last"],
    });
    assert_schema!(signatures::Counter::known, { "type": "object", "properties": {}, "required": [] });
    for (tool, arguments, result) in [
        ("between", r#"{"first":"a"}"#, "a 2 true"),
        ("between", r#"{"second":3,"first":"a\""}"#, "a\" 3 true"),
        (
            "between",
            r#"{"first":"a","ctx":{}}"#,
            r#"TypeError: signatures__between: "ctx" is not a parameter; there are "first", "second""#,
        ),
        ("alone", "{}", "true"),
        ("waiting", r#"{"other":"\n","text":"\t"}"#, "\t\n true"),
        ("members", r#"{"path":"p","firstLine":1,"last":true}"#, "p 1 0 None true false"),
        (
            "members",
            r#"{"last":false,"label":"\u0041","most":7,"path":"p","firstLine":"2"}"#,
            "p 2 7 Some(\"A\") false false",
        ),
        (
            "members",
            r#"{"path":"p","firstLine":-1,"last":true}"#,
            r#"TypeError: signatures__members: "firstLine" must be an integer from 0 to 4294967295, got -1"#,
        ),
        ("known", "{}", "true"),
    ] {
        assert_eq!(call(&format!("signatures__{tool}"), arguments), result, "{tool} {arguments}");
    }
}

#[test]
fn a_default_that_is_named_is_in_the_schema_as_its_value() {
    assert_schema!(signatures::looked_up, {
        "type": "object",
        "properties": {
            "byte": { "type": "integer", "default": 254 },
            "low": { "type": "integer", "default": -9223372036854775808 },
            "text": { "type": "string", "default": "a1" },
            "flag": { "type": "boolean", "default": false },
            "one": { "type": "string", "default": "\u{10ffff}" },
            "words": { "type": "array", "items": { "type": "string" }, "default": ["a", "b\""] },
            "deep": { "type": "array", "items": { "type": "array", "items": { "type": "integer" } }, "default": [[254, 2], [], [0]] },
            "turns": { "type": "array", "items": { "type": "string", "enum": ["Left", "Right"] }, "default": ["Left", "Right"] },
            "twice": { "type": "array", "items": { "type": "integer" }, "default": [0, 0] },
            "step": { "type": "number", "default": 2.220446049250313e-16 },
            "turn": { "type": "array", "items": { "type": "number" }, "default": [3.1415927, -0.5] },
        },
        "required": [],
    });
    assert_eq!(
        call("signatures__looked_up", "{}"),
        r#"254 -9223372036854775808 Some("a1") false '\u{10ffff}' ["a", "b\""] [[254, 2], [], [0]] [Left, Right] [0, 0] 2.220446049250313e-16 [3.1415927, -0.5]"#
    );
    assert_eq!(call("signatures__step", "{}"), "15");
}

#[test]
fn a_constructor_takes_the_context_and_may_fail() {
    assert_eq!(call_in("counter", "signatures__count", r#"{"by":1}"#), "11");
    assert_eq!(call_in("counter", "signatures__count_later", r#"{"by":2}"#), "13");
    assert_eq!(call("refusing__knock", "{}"), "ParseIntError: invalid digit found in string");
}

#[test]
fn an_instance_of_a_run_is_kept_and_an_async_method_sees_it() {
    assert_eq!(call_in("a", "rows__add", r#"{"by":2}"#), "2");
    assert_eq!(call_in("a", "rows__add", "{}"), "3");
    assert_eq!(call_in("a", "rows__read", "{}"), "3");
    assert_eq!(call_in("b", "rows__read", "{}"), "0");
}

#[test]
fn entries_hold_what_was_written_in_any_spelling() {
    for (name, held) in [
        (
            "rows__listed",
            r#""a":{"type":"integer","description":"The first, in two lines."},"b":{"type":"integer","description":"The second."}"#,
        ),
        (
            "rows__beside",
            r#""a":{"type":"integer","description":"The first, in two lines."},"b":{"type":"integer","description":"The second."}"#,
        ),
        ("rows__beside", r#""description":"Describe parameters where they stand.","#),
        ("rows-renamed", r#""properties":{"from.where":{"type":"string","description":"The place."}}"#),
        ("rows__add", r#""description":"Add to it.\n(The tally lives as long as the run.)","#),
        ("rows__add", r#""by":{"type":"integer","default":1}},"required":[]},"scope":"run"}"#),
        (
            "rows__defaults",
            r#""small":{"type":"number","default":1e-07},"text":{"type":"string","default":"a\"b"},"one":{"type":"string","default":"c"}"#,
        ),
        (
            "rows__defaults",
            r#""none":{"type":"object","additionalProperties":{"type":"integer"},"default":null}},"required":[]}"#,
        ),
        (
            "rows__lists",
            r#""gaps":{"type":"array","items":{"type":"integer"}},"any":{"type":"array"},"deep":{"type":"array","items":{"type":"array","items":{"type":"integer"}}}"#,
        ),
        (
            "rows__maps",
            r#""free":{"type":"object"},"counts":{"type":"object","additionalProperties":{"type":"integer"}},"any":{"type":"object"}"#,
        ),
    ] {
        let entry = entry(name);
        assert!(entry.contains(held), "{held}\nis not in\n{entry}");
    }
    let bound = DISPATCHER.catalog().find("rows-renamed").and_then(|listed| listed.spec().bound);
    assert_eq!(bound, Some(std::time::Duration::from_millis(1500)));
}
