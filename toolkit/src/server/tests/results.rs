//! What clients see of a tool beyond its entry, and of results that are more than a text.

use super::{PICTURE, Served, stateless};
use serde_json::{Value, json};

#[test]
fn a_list_says_what_the_author_said_about_a_tool_and_nothing_else() {
    let mut served = Served::open();
    let mut listed = |request: String| {
        served.send(&request);
        let line = served.line();
        let of = |name: &str| {
            let (_, rest) =
                line.split_once(&format!(r#"{{"name":"{name}""#)).unwrap_or_else(|| panic!("{name}: {line}"));
            let end = rest.find(r#",{"name":"#).or_else(|| rest.find("]}}")).unwrap_or(rest.len());
            rest[..end].to_owned()
        };
        ["say__number", "show__picture", "typed__object", "typed__list", "typed__maybe"].map(of)
    };
    let input = r#""inputSchema":{"type":"object","properties":{},"required":[]}"#;
    let plain = format!(r#","description":"Do it.",{input}}}"#);
    let titled = format!(
        r#","title":"A \"picture\"","description":"Do it.",{input},"annotations":{{"title":"A \"picture\"","readOnlyHint":true,"openWorldHint":false}}}}"#
    );
    let with = |output: &str| format!(r#","description":"Do it.",{input},"outputSchema":{output}}}"#);
    let wrapped =
        |inner| with(&format!(r#"{{"type":"object","properties":{{"result":{inner}}},"required":["result"]}}"#));
    let (list, maybe) = (r#"{"type":"array"}"#, r#"{"anyOf":[{"type":"object"},{"type":"null"}]}"#);
    let object = with(r#"{"type":"object"}"#);
    assert_eq!(
        listed(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#.to_owned()),
        [&plain, &titled, &object, &wrapped(list), &wrapped(maybe)].map(String::clone)
    );
    assert_eq!(listed(stateless(2, "tools/list", json!({}))), [plain, titled, object, with(list), with(maybe)]);
    assert_eq!(served.close(), "");
}

#[test]
fn a_result_with_a_schema_has_the_shape_that_the_list_says() {
    let mut served = Served::open();
    for (name, handshake, later) in [
        ("typed__object", json!({"b": 1}), json!({"b": 1})),
        ("typed__list", json!({"result": [1]}), json!([1])),
        ("typed__text", json!({"result": "a"}), json!("a")),
        ("typed__maybe", json!({"result": {}}), json!({})),
    ] {
        served.send(&format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{name}"}}}}"#));
        assert_eq!(served.read()["result"]["structuredContent"], handshake, "{name}");
        served.send(&stateless(2, "tools/call", json!({"name": name})));
        assert_eq!(served.read()["result"]["structuredContent"], later, "{name}");
    }
    assert_eq!(served.close(), "");
}

#[test]
fn an_image_is_an_image_to_a_client() {
    let mut served = Served::open();
    let picture: Value = serde_json::from_str(PICTURE).expect("JSON");
    for (name, content) in [
        ("show__picture", json!([picture])),
        ("show__both", json!([{"type": "text", "text": "a"}, picture])),
        ("show__none", json!([])),
    ] {
        served.send(&format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{name}"}}}}"#));
        assert_eq!(served.read()["result"], json!({"content": content}), "{name}");
    }
    assert_eq!(served.close(), "");
}
