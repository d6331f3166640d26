//! Parameters whose type says its schema through `schemars`: what the catalog shows, and what a call may give.

#![cfg(all(feature = "server", feature = "schemars"))]

use schemars::JsonSchema;
use serde::Deserialize;
use std::{collections::BTreeMap, sync::mpsc};
use toolkit::{Context, Reply, Request, Server, tool};

/// A place
/// on a shelf.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "shown by its `Debug`")]
struct Place {
    /// The shelf, from the left.
    shelf_number: u8,
    depth: Option<f64>,
    side: Side,
    #[serde(default)]
    more: Vec<Name>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Name {
    title: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase", tag = "kind")]
#[expect(dead_code, reason = "shown by its `Debug`")]
enum Side {
    Left,
    Right { by: i32 },
}

/// Put something somewhere.
///
/// Args:
///     label: What it is called.
///     other: Another place.
#[tool]
fn put(
    label: &str,
    #[arg(schemars)] place: Place,
    ctx: &Context,
    #[arg(schemars)] other: Option<Name>,
    #[arg(schemars, rename = "by-name", description = "Any.")] by_name: BTreeMap<String, (u8, bool)>,
    #[arg(default = 3)] times: u8,
) -> String {
    format!("{label} {place:?} {other:?} {by_name:?} {times} {}", ctx.remaining().is_zero())
}

/// Look for it later.
#[tool]
async fn find(#[arg(schemars)] place: Option<Name>) -> Option<String> {
    place.map(|place| place.title)
}

fn server() -> Server {
    Server::builder().build().expect("all schemas can be written")
}

fn call(name: &str, arguments: &str) -> String {
    let (sender, receiver) = mpsc::channel();
    let server = server();
    let dispatcher = server.dispatcher();
    let request = Request { name, arguments: Some(arguments), run: dispatcher.new_run(""), bound: None };
    dispatcher.call(request, move |reply| drop(sender.send(reply)));
    match receiver.recv().expect("every call is answered") {
        Reply::UnknownTool(failure) => failure.to_string(),
        Reply::Ended(ended) => match ended.outcome {
            Ok(answer) => answer.text().into_owned(),
            Err(failure) => failure.to_string(),
        },
    }
}

#[test]
fn the_catalog_shows_what_schemars_says_inlined_and_cleaned() {
    let catalog = server().dispatcher().catalog();
    let schema = |name: &str| catalog.find(name).expect("it is listed").spec().schema.to_string();
    assert_eq!(
        schema("foreign__put"),
        concat!(
            r#"{"type":"object","properties":{"label":{"type":"string","description":"What it is called."},"#,
            r#""place":{"type":"object","properties":{"shelfNumber":{"type":"integer","description":"The shelf, from the left.","minimum":0,"maximum":255},"#,
            r#""depth":{"type":["number","null"]},"#,
            r#""side":{"oneOf":[{"type":"object","properties":{"kind":{"type":"string","const":"left"}},"required":["kind"]},"#,
            r#"{"type":"object","properties":{"kind":{"type":"string","const":"right"},"by":{"type":"integer"}},"required":["kind","by"]}]},"#,
            r#""more":{"type":"array","items":{"type":"object","properties":{"title":{"type":"string"}},"required":["title"]}}},"#,
            r#""required":["shelfNumber","side"],"description":"A place on a shelf."},"#,
            r#""other":{"type":"object","properties":{"title":{"type":"string"}},"required":["title"],"description":"Another place."},"#,
            r#""by-name":{"type":"object","additionalProperties":{"type":"array","prefixItems":[{"type":"integer","minimum":0,"maximum":255},{"type":"boolean"}],"minItems":2,"maxItems":2},"description":"Any."},"#,
            r#""times":{"type":"integer","default":3}},"required":["label","place","by-name"]}"#
        )
    );
    assert_eq!(
        schema("foreign__find"),
        r#"{"type":"object","properties":{"place":{"type":"object","properties":{"title":{"type":"string"}},"required":["title"]}},"required":[]}"#
    );
}

#[test]
fn a_value_that_its_type_does_not_read_is_one_problem_among_the_others() {
    let place = r#"{"shelfNumber":1,"side":{"kind":"right","by":2}}"#;
    for (arguments, answer) in [
        (
            format!(r#"{{"label":"a","place":{place},"by-name":{{}}}}"#),
            "a Place { shelf_number: 1, depth: None, side: Right { by: 2 }, more: [] } None {} 3 false",
        ),
        (
            format!(
                r#"{{"times":"4","other":"{{\"title\":\"t\"}}","label":"a","place":{},"by-name":{{"x":[1,true]}}}}"#,
                serde_json::json!(place)
            ),
            r#"a Place { shelf_number: 1, depth: None, side: Right { by: 2 }, more: [] } Some(Name { title: "t" }) {"x": (1, true)} 4 false"#,
        ),
        (
            r#"{"place":{"shelfNumber":300},"by-name":{"x":[1]},"other":7,"lable":"a"}"#.to_owned(),
            concat!(
                r#"TypeError: foreign__put: "place.shelfNumber" cannot be read: invalid value: integer `300`, expected u8; "#,
                r#""by-name.x" cannot be read: invalid length 1, expected a tuple of size 2; "#,
                r#""other" cannot be read: invalid type: integer `7`, expected struct Name; "#,
                r#""lable" is not a parameter, did you mean "label"?"#
            ),
        ),
        (
            r#"{"label":"a","other":null}"#.to_owned(),
            r#"TypeError: foreign__put: "place" is required and missing; "by-name" is required and missing"#,
        ),
    ] {
        assert_eq!(call("foreign__put", &arguments), answer, "{arguments}");
    }
    assert_eq!(call("foreign__find", "{}"), "null");
    assert_eq!(call("foreign__find", r#"{"place":{"title":"é\n"}}"#), "é\n");
}
