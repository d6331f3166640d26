//! Clients that no one here wrote list and call the tools of both languages, over both transports and in both eras of
//! the protocol.

#![cfg(feature = "python")]

use serde_json::{Value, json};
use std::{
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
};
use toolkit_tests::clients;

const PROGRAM: &str = env!("CARGO_BIN_EXE_mixed");
const HARNESS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");

/// What the official client saw is what the examples hold.
fn judge(output: &std::process::Output) {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let seen: Value = serde_json::from_slice(&output.stdout).expect("the client prints JSON");
    for (mode, protocol) in [("legacy", "2025-11-25"), ("2026-07-28", "2026-07-28"), ("auto", "2026-07-28")] {
        let seen = &seen[mode];
        assert_eq!(seen["protocol"], protocol, "{mode}");
        if mode != "2026-07-28" {
            assert_eq!(seen["server"], "toolkit", "{mode}");
        }
        let tools: Vec<&str> = seen["tools"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        for tool in ["text__slug", "words__slug", "counter__add", "tally__add", "primes__count", "table__summarise"] {
            assert!(tools.contains(&tool), "{mode}: {tool} is missing from {tools:?}");
        }
        assert_eq!(seen["schema"]["required"], json!(["title"]), "{mode}");
        assert_eq!(seen["rust"], "one-day-twice", "{mode}");
        assert_eq!(seen["python"], "one-day-twice", "{mode}");
        assert_eq!(seen["structured"], json!({"rows": 2, "mean": 3.0, "least": 2.0, "most": 4.0}), "{mode}");
        // The client itself holds each result against the schema that it was told.
        let colour = json!({"red": 255, "green": 127, "blue": 80, "name": "coral"});
        let names = json!(["coral", "navy", "olive"]);
        let of_names = json!({"type": "array", "items": {"type": "string", "enum": names}});
        let (names, of_names) = match protocol {
            "2025-11-25" => (
                json!({"result": names}),
                json!({"type": "object", "properties": {"result": of_names}, "required": ["result"]}),
            ),
            _ => (names, of_names),
        };
        assert_eq!(seen["declared"], json!([colour, names, null]), "{mode}");
        let hints = json!({"title": "Colours: read", "readOnlyHint": true, "openWorldHint": false});
        assert_eq!(seen["hints"], json!(["Colours: read", hints]), "{mode}");
        assert_eq!(seen["unhinted"], json!([null, null]), "{mode}");
        assert_eq!(seen["declared_text"], colour.to_string(), "{mode}");
        assert_eq!(seen["schemas"][0]["required"], json!(["red", "green", "blue"]), "{mode}");
        assert_eq!((&seen["schemas"][1], &seen["schemas"][2]), (&of_names, &Value::Null), "{mode}");
        let image = "R0lGODlhAQABAIAAAAAAgAAAACwAAAAAAQABAAACAkQBADs=";
        assert_eq!(
            seen["content"],
            json!([{"type": "text", "text": "#000080"}, {"type": "image", "data": image, "mimeType": "image/gif"}]),
            "{mode}"
        );
        let sentence = "ValueError: needle is empty; give at least one character to look for";
        assert_eq!(seen["failed"], json!([true, sentence]), "{mode}");
        assert_eq!(seen["refused"][0], true, "{mode}");
        let refused = seen["refused"][1].as_str().unwrap_or_default();
        assert!(refused.starts_with("TypeError: text__slug: ") && refused.contains("\"titel\""), "{mode}: {refused}");
        assert_eq!(seen["unknown"][0], -32602, "{mode}: {}", seen["unknown"]);
        assert_eq!(seen["together"].as_array().map(Vec::len), Some(10), "{mode}");
    }
}

#[test]
fn the_official_python_client_is_served_over_stdio() {
    judge(&clients::run("official.py", &["stdio", PROGRAM, "serve", "--stdio", HARNESS]));
}

/// A server on a free port, killed when dropped.
struct Served {
    child: Child,
    url: String,
}

impl Served {
    fn start() -> Self {
        let mut child = Command::new(PROGRAM)
            .args(["serve", "--http", "127.0.0.1:0", HARNESS])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("standard output is piped")).read_line(&mut line).expect("it speaks");
        let ready: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert_eq!(ready["ready"], true);
        Self { child, url: format!("http://127.0.0.1:{}/mcp", ready["port"]) }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_official_python_client_is_served_over_http() {
    let served = Served::start();
    judge(&clients::run("official.py", &["http", &served.url]));
}
