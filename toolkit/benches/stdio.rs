//! Round trips over stdio: this program, started again as `serve --stdio`, calls a Rust tool through both pipes.

use std::{
    env,
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio},
};
use toolkit::tool;

/// Add two numbers.
#[tool]
pub fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Count the bytes of a text.
#[tool]
pub fn length(text: &str) -> usize {
    text.len()
}

fn main() -> ExitCode {
    if env::args().nth(1).as_deref() == Some("serve") {
        return toolkit::main();
    }
    divan::main();
    ExitCode::SUCCESS
}

/// A server, and requests under way to it.
struct Client {
    server: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    line: String,
}

impl Client {
    fn start() -> Self {
        let program = env::current_exe().expect("the system knows this program");
        let mut server = Command::new(program)
            .args(["serve", "--stdio"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("this program can be started again");
        let input = server.stdin.take();
        let output = BufReader::new(server.stdout.take().expect("a pipe was asked for"));
        let mut client = Self { server, input, output, line: String::new() };
        client.send(
            r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"0"}}}"#,
        );
        client.receive("serverInfo");
        client
    }

    fn send(&mut self, lines: &str) {
        let input = self.input.as_mut().expect("the server has not been ended");
        input.write_all(lines.as_bytes()).and_then(|()| input.write_all(b"\n")).expect("the server reads");
    }

    fn receive(&mut self, expected: &str) {
        self.line.clear();
        self.output.read_line(&mut self.line).expect("the server answers");
        assert!(self.line.contains(expected), "{}", self.line);
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        drop(self.input.take());
        // An unkind end must not hide what the bench had to say.
        let _ = self.server.wait();
    }
}

const CALL: &str =
    r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"stdio__add","arguments":{"a":1,"b":2}}}"#;

#[divan::bench]
fn one_after_another(bencher: divan::Bencher<'_, '_>) {
    let mut client = Client::start();
    bencher.bench_local(|| {
        client.send(CALL);
        client.receive(r#""text":"3""#);
    });
}

#[divan::bench]
fn sixty_four_in_flight(bencher: divan::Bencher<'_, '_>) {
    const WINDOW: usize = 64;
    let mut client = Client::start();
    let calls: Vec<_> = (1..=WINDOW).map(|id| CALL.replace(r#""id":1"#, &format!(r#""id":{id}"#))).collect();
    let calls = calls.join("\n");
    bencher.counter(divan::counter::ItemsCount::new(WINDOW)).bench_local(|| {
        client.send(&calls);
        for _ in 0..WINDOW {
            client.receive(r#""text":"3""#);
        }
    });
}

#[divan::bench]
fn arguments_of_100_kilobytes(bencher: divan::Bencher<'_, '_>) {
    let mut client = Client::start();
    let text = "x".repeat(100_000);
    let call = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"stdio__length","arguments":{{"text":"{text}"}}}}}}"#
    );
    bencher.counter(divan::counter::BytesCount::of_str(&text)).bench_local(|| {
        client.send(&call);
        client.receive(r#""text":"100000""#);
    });
}

#[divan::bench]
fn list(bencher: divan::Bencher<'_, '_>) {
    let mut client = Client::start();
    bencher.bench_local(|| {
        client.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#);
        client.receive("stdio__length");
    });
}
