//! Whole conversations, over the streams that clients use.

mod results;

use super::{Http, Stdio, handler::Handler, mcp::Lists};
use crate::{
    Answer, Dispatcher, Failure, Options, Registry,
    dispatch::tests::{param, saying, tool},
    linked::Entry,
    spec::{Annotations, Extras},
};
use rmcp::{
    ServiceExt,
    model::{CallToolRequestParams, ErrorCode},
    service::{RoleClient, RunningService, ServiceError, serve_server},
};
use serde_json::{Value, json};
use std::{
    fs::File,
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    os::fd::OwnedFd,
    os::unix::net::UnixStream,
    sync::Arc,
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};
use toolkit_rules::{Held, Schema};

const PICTURE: &str = r#"{"type":"image","data":"iVBORw==","mimeType":"image/png"}"#;

fn dispatcher() -> Arc<Dispatcher> {
    let text = |name, line, entry| tool(name, line, vec![], entry);
    let declared = |tool, output: Schema| saying(tool, Extras { output: Some(output.into()), ..Extras::NONE });
    let tools = vec![
        tool(
            "say__echo",
            1,
            vec![param("word", Schema::String)],
            Entry::Function(|_, arguments| Ok(Answer::value(arguments.get(0).unwrap_or("null")))),
        ),
        text("say__object", 2, Entry::Function(|_, _| Ok(Answer::value(r#"{"b":[1,2.5],"a":"x\"y"}"#)))),
        text("say__number", 3, Entry::Function(|_, _| Ok(Answer::value("7")))),
        text("say__nothing", 4, Entry::Function(|_, _| Ok(Answer::value("null")))),
        text("say__no", 5, Entry::Function(|_, _| Err(Failure::new("ValueError", "not \"that\"\none")))),
        text("say__much", 6, Entry::Function(|_, _| Ok(Answer::value(format!("\"{}\"", "\\\\".repeat(20_001)))))),
        tool(
            "say__count",
            7,
            vec![param("n", Schema::Integer(None))],
            Entry::Function(|_, arguments| Ok(Answer::value(arguments.get(0).unwrap_or("null")))),
        ),
        saying(
            text("show__picture", 1, Entry::Function(|_, _| Ok(Answer::content(PICTURE)))),
            Extras {
                annotations: Annotations {
                    title: Some(Held::Static("A \"picture\"")),
                    read_only: Some(true),
                    open_world: Some(false),
                    ..Annotations::NONE
                },
                ..Extras::NONE
            },
        ),
        text(
            "show__both",
            2,
            Entry::Function(|_, _| Ok(Answer::content(format!(r#"[{{"type":"text","text":"a"}},{PICTURE}]"#)))),
        ),
        text("show__none", 3, Entry::Function(|_, _| Ok(Answer::content("[]")))),
        declared(
            text("typed__object", 1, Entry::Function(|_, _| Ok(Answer::value(r#"{"b":1}"#)))),
            Schema::Object(None),
        ),
        declared(text("typed__list", 2, Entry::Function(|_, _| Ok(Answer::value("[1]")))), Schema::Array(None)),
        declared(text("typed__text", 3, Entry::Function(|_, _| Ok(Answer::value("\"a\"")))), Schema::String),
        declared(
            text("typed__maybe", 4, Entry::Function(|_, _| Ok(Answer::value("{}")))),
            Schema::Nullable(Schema::Object(None).into()),
        ),
        text(
            "wait__long",
            1,
            Entry::AsyncFunction(|_, _| {
                Box::pin(async {
                    tokio::time::sleep(Duration::from_secs(3600)).await;
                    Ok(Answer::value("null"))
                })
            }),
        ),
    ];
    Dispatcher::new(Registry::with(tools, crate::states::States::default()).expect("names differ"), Options::default())
}

/// A server over a socket, and the client's end of it.
struct Served {
    near: UnixStream,
    lines: BufReader<UnixStream>,
    server: JoinHandle<std::io::Result<()>>,
}

fn serve() -> (UnixStream, JoinHandle<std::io::Result<()>>) {
    let (near, far) = UnixStream::pair().expect("sockets can be made");
    let file = |stream: &UnixStream| File::from(OwnedFd::from(stream.try_clone().expect("sockets can be cloned")));
    let stdio = Stdio::over(file(&far), file(&far));
    (near, thread::spawn(move || stdio.serve(dispatcher())))
}

impl Served {
    fn start() -> Self {
        let (near, server) = serve();
        near.set_read_timeout(Some(Duration::from_secs(20))).expect("sockets have time-outs");
        let lines = BufReader::new(near.try_clone().expect("sockets can be cloned"));
        Self { near, lines, server }
    }

    fn open() -> Self {
        let mut served = Self::start();
        served.send(&initialize("2025-06-18"));
        assert_eq!(served.read()["result"]["protocolVersion"], "2025-06-18");
        served.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        served
    }

    fn send(&mut self, line: &str) {
        self.near.write_all(format!("{line}\n").as_bytes()).expect("the server reads");
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.lines.read_line(&mut line).expect("the server answers");
        line.trim_end().to_owned()
    }

    fn read(&mut self) -> Value {
        let line = self.line();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }

    /// Closes the input, and what came after.
    fn close(mut self) -> String {
        self.near.shutdown(std::net::Shutdown::Write).expect("sockets can be closed");
        let mut rest = String::new();
        self.lines.read_to_string(&mut rest).expect("the server ends its output");
        self.server.join().expect("the server does not panic").expect("the server ends well");
        rest
    }
}

fn initialize(version: &str) -> String {
    json!({"jsonrpc": "2.0", "id": "init", "method": "initialize", "params": {
        "protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "test", "version": "0"}}})
    .to_string()
}

/// A request of the stateless revision.
fn stateless(id: i64, method: &str, mut params: Value) -> String {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {}});
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string()
}

#[test]
fn the_handshake_echoes_a_known_revision_and_answers_an_unknown_one_with_the_newest() {
    for (asked, answered) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-11-25", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
        ("2099-01-01", "2025-11-25"),
    ] {
        let mut served = Served::start();
        served.send(&initialize(asked));
        let answer = served.read();
        assert_eq!((&answer["id"], &answer["result"]["protocolVersion"]), (&json!("init"), &json!(answered)));
        assert_eq!(answer["result"]["serverInfo"], json!({"name": "toolkit", "version": env!("CARGO_PKG_VERSION")}));
        assert_eq!(answer["result"]["capabilities"], json!({"tools": {}}));
        assert_eq!(served.close(), "");
    }
}

#[test]
fn bad_messages_are_answered_and_the_next_good_one_is_too() {
    let mut served = Served::open();
    let much = format!(r#"{{"jsonrpc":"2.0","id":30,"method":"ping","params":{}}}"#, "[".repeat(1000));
    let call = |rest: &str| format!(r#"{{"jsonrpc":"2.0","id":5,"method":"tools/call"{rest}}}"#);
    for (line, id, code, text) in [
        ("garbage", json!(null), -32700, "one message a line"),
        (r#"{"jsonrpc":"2.0", "method": "tools/list", "params": "#, json!(null), -32700, "one message a line"),
        (&much, json!(null), -32700, "one message a line"),
        ("42", json!(null), -32600, "this is a number"),
        ("null", json!(null), -32600, "this is `null`"),
        ("[]", json!(null), -32600, "the batch is empty"),
        (r#"{"id":16,"method":"ping"}"#, json!(16), -32600, "`jsonrpc`"),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, json!(null), -32600, "`id` is `null`"),
        (r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, json!(null), -32600, "`id` is an object"),
        (r#"{"jsonrpc":"2.0","id":3,"method":7}"#, json!(3), -32600, "`method` is a number"),
        (r#"{"jsonrpc":"2.0","id":3}"#, json!(3), -32600, "does not fit"),
        (r#"{"jsonrpc":"2.0","id":0.5,"method":"no/such"}"#, json!(0.5), -32600, "does not fit"),
        (
            r#"{"jsonrpc":"2.0","id":"x","method":"no/such","params":{}}"#,
            json!("x"),
            -32601,
            "unknown method `no/such`",
        ),
        (r#"{"jsonrpc":"2.0","id":4,"method":"tools/list","params":[]}"#, json!(4), -32602, "are an array"),
        (r#"{"jsonrpc":"2.0","id":4,"method":"initialize","params":{}}"#, json!(4), -32602, "missing field"),
        (&call(""), json!(5), -32602, "`params` is missing"),
        (&call(r#","params":null"#), json!(5), -32602, "`params` is `null`"),
        (&call(r#","params":{"arguments":{}}"#), json!(5), -32602, "`name` is missing"),
        (&call(r#","params":{"name":7}"#), json!(5), -32602, "`name` is a number"),
        (&call(r#","params":{"name":"say__no","arguments":[]}"#), json!(5), -32602, "`arguments` is an array"),
        (&call(r#","params":{"name":"say__ecko"}"#), json!(5), -32602, "`say__ecko`, did you mean `say__echo`?"),
    ] {
        served.send(line);
        let answer = served.read();
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&id, &json!(code)), "{line}: {answer}");
        assert!(answer["error"]["message"].as_str().is_some_and(|message| message.contains(text)), "{line}: {answer}");
    }
    for silent in ["", "   \r", r#"{"jsonrpc":"2.0","method":"notifications/no_such_thing","params":{}}"#] {
        served.send(silent);
    }
    served.send(r#"[{"jsonrpc":"2.0","id":14,"method":"ping"},{"jsonrpc":"2.0","id":"15","method":"ping"}]"#);
    assert_eq!(served.line(), r#"{"jsonrpc":"2.0","id":14,"result":{}}"#);
    assert_eq!(served.line(), r#"{"jsonrpc":"2.0","id":"15","result":{}}"#);
    assert_eq!(served.close(), "");
}

#[test]
fn nothing_is_served_before_a_handshake_but_what_needs_none() {
    let mut served = Served::start();
    served.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    served.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#);
    assert_eq!(served.read()["error"]["code"], -32602);
    served.send(r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#);
    assert_eq!(served.line(), r#"{"jsonrpc":"2.0","id":2,"result":{}}"#);
    served.send(&stateless(3, "server/discover", json!({})));
    let discovered = served.read();
    assert_eq!(discovered["result"]["supportedVersions"].as_array().map(Vec::len), Some(5), "{discovered}");
    served.send(&stateless(4, "tools/call", json!({"name": "say__number"})));
    assert_eq!(served.read()["result"]["structuredContent"], 7);
    served.send(&stateless(5, "ping", json!({})));
    assert_eq!(served.read()["error"]["code"], -32601, "the stateless revision has no ping");
    served.send(&stateless(6, "tools/list", json!({})).replace("2026-07-28", "2099-01-01"));
    assert_eq!(served.read()["error"]["code"], -32022);
    served.send(&initialize("2025-06-18"));
    assert_eq!(served.read()["result"]["protocolVersion"], "2025-06-18");
    served.send(r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"say__number"}}"#);
    assert_eq!(served.read()["result"]["structuredContent"], json!({"result": 7}));
    assert_eq!(served.close(), "");
}

#[test]
fn a_cancelled_call_is_not_answered_and_its_id_may_be_used_again() {
    let mut served = Served::open();
    let call = |name: &str| format!(r#"{{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{{"name":"{name}"}}}}"#);
    served.send(&call("wait__long"));
    served.send(&call("say__nothing"));
    assert_eq!(served.read()["error"]["code"], -32600, "the id is in use");
    for id in ["4711", "9", "9"] {
        let params = format!(r#"{{"requestId":{id}}}"#);
        served.send(&format!(r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{params}}}"#));
    }
    served.send(&call("say__no"));
    let answer = served.read();
    assert_eq!(answer["result"]["content"][0]["text"], "ValueError: not \"that\"\none");
    assert_eq!(answer["result"]["isError"], true);
    served.send(&call("wait__long"));
    let began = Instant::now();
    assert_eq!(served.close(), "", "a call that outlasts the client is cancelled");
    assert!(began.elapsed() < Duration::from_secs(15));
}

#[test]
fn calls_under_way_are_answered_after_the_input_ended() {
    let mut served = Served::start();
    served.send(&initialize("2025-06-18"));
    for id in 0..50 {
        let params = format!(r#"{{"name":"say__echo","arguments":{{"word":"{id}"}}}}"#);
        served.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{params}}}"#));
    }
    let rest = served.close();
    let answers: Vec<Value> = rest.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answers.len(), 51, "{rest}");
    for answer in answers.iter().filter(|answer| answer["id"] != "init") {
        assert_eq!(answer["result"]["content"][0]["text"], json!(answer["id"].to_string()));
    }
}

/// Over the way that `rmcp` alone serves.
fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime can be made")
}

fn handler(dispatcher: &Arc<Dispatcher>) -> Handler {
    Handler::of_process(Arc::clone(dispatcher), Arc::new(Lists::default()), dispatcher.run("test"))
}

#[test]
fn the_lane_and_rmcp_give_the_same_bytes() {
    use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
    let call = |id: i64, name: &str, arguments: Value| {
        let params = json!({"name": name, "arguments": arguments});
        json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}).to_string()
    };
    let mut requests = vec![
        r#"{"jsonrpc":"2.0","id":"a","method":"tools/list"}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":0,"method":"ping"}"#.to_owned(),
        stateless(1, "tools/list", json!({})),
    ];
    let names = [
        "say__object",
        "say__number",
        "say__nothing",
        "say__no",
        "nobody__has",
        "show__picture",
        "show__both",
        "show__none",
        "typed__object",
        "typed__list",
        "typed__text",
        "typed__maybe",
    ];
    for (id, name) in (0..).zip(names) {
        requests.push(call(100 + id, name, json!({})));
        requests.push(stateless(200 + id, "tools/call", json!({"name": name})));
    }
    requests.push(call(2, "say__echo", json!({"word": "é🦀\n\"\\\u{2028}"})));
    requests.push(call(3, "say__echo", json!({"wrod": 1})));
    let mut served = Served::open();
    let ours: Vec<String> = requests
        .iter()
        .map(|request| {
            served.send(request);
            served.line()
        })
        .collect();
    let theirs: Vec<String> = runtime().block_on(async {
        let (near, far) = tokio::io::duplex(1 << 20);
        let dispatcher = dispatcher();
        let server =
            tokio::spawn(
                async move { serve_server(handler(&dispatcher), far).await.expect("a handshake").waiting().await },
            );
        let (read, mut write) = tokio::io::split(near);
        let mut lines = BufReader::new(read).lines();
        let mut answers = Vec::new();
        for request in std::iter::once(&initialize("2025-06-18")).chain(&requests) {
            write.write_all(format!("{request}\n").as_bytes()).await.expect("rmcp reads");
            answers.push(lines.next_line().await.expect("rmcp answers").unwrap_or_default());
        }
        server.abort();
        answers.split_off(1)
    });
    for ((request, ours), theirs) in requests.iter().zip(ours).zip(theirs) {
        assert_eq!(ours, theirs, "{request}");
    }
    assert_eq!(served.close(), "");
}

#[test]
fn a_long_text_ends_with_the_line_that_says_where_it_is_whole() {
    let mut served = Served::open();
    served.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"say__much"}}"#);
    let answer = served.read();
    let text = answer["result"]["content"][0]["text"].as_str().expect("a text").to_owned();
    let (kept, last) = text.rsplit_once('\n').expect("a last line");
    assert_eq!(kept, "\\".repeat(5000));
    let path = last.split(' ').find_map(|word| word.strip_suffix(']')).expect("a path");
    assert_eq!(std::fs::read_to_string(path).expect("the file is there"), "\\".repeat(20_001));
    std::fs::remove_file(path).expect("the file is ours");
    assert_eq!(served.close(), "");
}

async fn use_as_a_client_does(client: &RunningService<RoleClient, ()>) {
    let tools = client.list_all_tools().await.expect("a list");
    let names: Vec<_> = tools.iter().map(|tool| &*tool.name).collect();
    assert_eq!(names[0], "say__echo");
    assert_eq!(
        json!(tools[0].input_schema),
        json!({"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]})
    );
    let params = CallToolRequestParams::new("say__echo")
        .with_arguments(json!({"word": "hello"}).as_object().cloned().unwrap_or_default());
    let result = client.call_tool(params).await.expect("a result");
    assert_eq!(result.content[0].as_text().map(|text| &*text.text), Some("hello"));
    match client.call_tool(CallToolRequestParams::new("nobody__has")).await {
        Err(ServiceError::McpError(error)) => assert_eq!(error.code, ErrorCode::INVALID_PARAMS),
        other => panic!("{other:?}"),
    }
}

#[test]
fn rmcps_client_is_served_in_memory_and_over_standard_streams() {
    runtime().block_on(async {
        let (near, far) = tokio::io::duplex(1 << 20);
        let dispatcher = dispatcher();
        tokio::spawn(
            async move { serve_server(handler(&dispatcher), far).await.expect("a handshake").waiting().await },
        );
        use_as_a_client_does(&().serve(near).await.expect("a handshake")).await;

        let (near, server) = serve();
        near.set_nonblocking(true).expect("sockets can");
        let near = tokio::net::UnixStream::from_std(near).expect("sockets can");
        let client = ().serve(near).await.expect("a handshake");
        use_as_a_client_does(&client).await;
        client.cancel().await.expect("the client ends");
        server.join().expect("the server does not panic").expect("the server ends well");
    });
}

/// A server over HTTP, for as long as `with` runs.
fn over_http(token: Option<&str>, with: impl FnOnce(SocketAddr)) {
    let http = Http::bind("127.0.0.1:0", token.map(str::to_owned)).expect("a port is free");
    let address = http.address().expect("the system says");
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let server = thread::spawn(move || {
        let dispatcher = dispatcher();
        let stopped = async { drop(stopped.await) };
        runtime().block_on(http.serve_until(&dispatcher, stopped))
    });
    with(address);
    drop(stop);
    server.join().expect("the server does not panic").expect("the server ends well");
}

/// The status, the head and the body of one answer.
fn post(address: SocketAddr, path: &str, headers: &str, body: &str) -> (u16, String, String) {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("sockets have time-outs");
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\n{headers}Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).expect("the server reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("the server answers");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    (status, head.to_ascii_lowercase(), body.to_owned())
}

/// The last JSON object in an answer, whether plain or an event.
fn object(body: &str) -> Value {
    let line = body.lines().rev().find_map(|line| line.find('{').map(|at| &line[at..])).expect("an object");
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {body}"))
}

#[test]
fn rpc_answers_as_the_wire_says() {
    over_http(Some("tok"), |address| {
        let ask = |path, body| {
            let (status, _, body) = post(address, path, "Authorization: Bearer tok\r\n", body);
            (status, body)
        };
        for (path, body, status, expected) in [
            ("/rpc", r#"{"op":"ping"}"#, 200, r#"{"ok":true}"#),
            (
                "/rpc",
                r#"{"op":"call","name":"say__echo","args":{"word":"é"}}"#,
                200,
                r#"{"result":"é","is_error":false,"truncated":false,"artifact_path":null}"#,
            ),
            (
                "/rpc",
                r#"{"op":"call","name":"say__object","run_id":"r1"}"#,
                200,
                r#"{"result":{"b":[1,2.5],"a":"x\"y"},"is_error":false,"truncated":false,"artifact_path":null}"#,
            ),
            (
                "/rpc",
                r#"{"op":"call","name":"show__picture"}"#,
                200,
                r#"{"result":{"type":"image","data":"iVBORw==","mimeType":"image/png"},"is_error":false,"truncated":false,"artifact_path":null}"#,
            ),
            (
                "/rpc",
                r#"{"op":"call","name":"typed__list"}"#,
                200,
                r#"{"result":[1],"is_error":false,"truncated":false,"artifact_path":null}"#,
            ),
            (
                "/rpc",
                r#"{"op":"call","name":"wait__long","timeout_sec":0.05}"#,
                200,
                r#"{"error":"TimeoutError: tool call exceeded 0.05s","is_error":true}"#,
            ),
            ("/rpc", r#"{"op":"call"}"#, 200, r#"{"error":"ValueError: call requires a tool 'name'","is_error":true}"#),
            ("/rpc", r#"{"op":"zzz"}"#, 200, r#"{"error":"unknown op 'zzz'","is_error":true}"#),
            ("/rpc", "{}", 200, r#"{"error":"unknown op None","is_error":true}"#),
            ("/other", "{}", 404, r#"{"error":"unknown endpoint '/other'","is_error":true}"#),
        ] {
            assert_eq!(ask(path, body), (status, expected.to_owned()), "{body}");
        }
        assert_eq!(ask("/rpc", "garbage").0, 400);
        assert_eq!(ask("/rpc", "[]").0, 400);
        let list = object(&ask("/rpc", r#"{"op":"list"}"#).1);
        assert_eq!(list["tools"][0]["scope"], "call");
        assert_eq!(list["errors"], json!([]));
        let keys = ["name", "description", "input_schema", "scope"];
        for tool in list["tools"].as_array().into_iter().flatten() {
            assert!(tool.as_object().is_some_and(|tool| tool.keys().eq(keys)), "{tool}");
        }
        let (status, head, body) = post(address, "/rpc", "", r#"{"op":"ping"}"#);
        assert_eq!((status, &*body), (401, r#"{"error":"unauthorized","is_error":true}"#));
        assert!(head.contains("www-authenticate: bearer"));
        assert_eq!(post(address, "/mcp", "", &initialize("2025-06-18")).0, 401);
    });
}

#[test]
fn both_eras_are_served_on_one_endpoint() {
    over_http(None, |address| {
        let (status, head, body) = post(address, "/mcp", "", &initialize("2025-06-18"));
        assert_eq!(status, 200, "{body}");
        let session =
            head.lines().find_map(|line| line.strip_prefix("mcp-session-id: ")).expect("a session").to_owned();
        let headers = format!("Mcp-Session-Id: {session}\r\nMCP-Protocol-Version: 2025-06-18\r\n");
        post(address, "/mcp", &headers, r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        let ask = |body: &str| object(&post(address, "/mcp", &headers, body).2);
        let list = ask(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#);
        assert_eq!(list["result"]["tools"][0]["name"], "say__echo");
        let answer = ask(r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"say__number"}}"#);
        assert_eq!(
            answer["result"],
            json!({"content": [{"type": "text", "text": "7"}], "structuredContent": {"result": 7}})
        );
        let whole = "123456789012345678901234567890";
        let count =
            r#"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"say__count","arguments":{"n":N}}}"#;
        let answer = ask(&count.replace('N', whole));
        assert_eq!(answer["result"]["content"][0]["text"], whole, "no number is cut to 64 bits on its way in");
        let bad = ask(r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":7}}"#);
        assert_eq!(bad["error"]["code"], -32602, "{bad}");

        let once = |method: &str, name: &str, params: Value| {
            let headers = format!("MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: {method}\r\n{name}");
            let (status, _, body) = post(address, "/mcp", &headers, &stateless(1, method, params));
            (status, object(&body))
        };
        let (_, list) = once("tools/list", "", json!({}));
        assert_eq!(
            (&list["result"]["resultType"], &list["result"]["ttlMs"]),
            (&json!("complete"), &json!(0)),
            "{list}"
        );
        let name = "Mcp-Name: say__number\r\n";
        let (_, answer) = once("tools/call", name, json!({"name": "say__number"}));
        assert_eq!(answer["result"]["structuredContent"], 7);
        assert_eq!(answer["result"]["_meta"], json!({"dev.toolkit/run": null}), "the call had a run of its own");
        assert_eq!(once("no/such", "", json!({})).0, 404);

        let foreign = post(address, "/mcp", "Origin: https://evil.example\r\n", &initialize("2025-06-18"));
        assert_eq!(foreign.0, 403);
    });
}
