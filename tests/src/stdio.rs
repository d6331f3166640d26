//! A client of a server's standard streams. Every line that is no protocol message is kept, so that a test can say
//! that there was none.

use serde_json::{Value, json, value::RawValue};
use std::{
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread,
    time::{Duration, Instant},
};

/// One answer: its line as it came, and what it says.
#[derive(Clone, Debug)]
pub struct Message {
    /// The line, byte for byte.
    pub line: String,
    /// The same, read.
    pub value: Value,
    /// When it had been read.
    pub at: Instant,
}

impl Message {
    /// The `result` member as it was sent, byte for byte.
    ///
    /// # Panics
    ///
    /// When there is none.
    #[must_use]
    pub fn raw_result(&self) -> String {
        #[derive(serde::Deserialize)]
        struct Answer<'a> {
            #[serde(borrow)]
            result: &'a RawValue,
        }
        let answer: Answer<'_> = serde_json::from_str(&self.line).unwrap_or_else(|e| panic!("{e} in {}", self.line));
        answer.result.get().to_owned()
    }

    /// The first text of a call's result.
    #[must_use]
    pub fn text(&self) -> &str {
        self.value["result"]["content"][0]["text"].as_str().unwrap_or_default()
    }

    /// Whether the call failed.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.value["result"]["isError"] == true || self.value.get("error").is_some()
    }
}

/// A running server and both ends of its streams.
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<(String, Instant)>,
    waiting: Vec<Message>,
    /// Lines on standard output that are no protocol message.
    pub noise: Vec<String>,
    next: u64,
}

impl Client {
    /// Starts a server and does the handshake.
    ///
    /// # Panics
    ///
    /// When it does not start or does not answer.
    #[must_use]
    pub fn start(program: &Path, arguments: &[&str]) -> Self {
        Self::of(Command::new(program).args(arguments))
    }

    /// Starts a server in surroundings of its own and does the handshake.
    ///
    /// # Panics
    ///
    /// When it does not start or does not answer.
    #[must_use]
    pub fn of(command: &mut Command) -> Self {
        let mut client = Self::start_raw(command);
        let hello = client.request(
            "initialize",
            json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "tests", "version": "0"}}),
        );
        assert!(hello.value.get("result").is_some(), "the handshake failed: {}", hello.line);
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string());
        client
    }

    /// Starts a server and says nothing.
    ///
    /// # Panics
    ///
    /// When it does not start.
    #[must_use]
    pub fn start_raw(command: &mut Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let lines = BufReader::new(child.stdout.take().expect("standard output is piped"));
        let (sender, output) = channel();
        thread::spawn(move || {
            for line in lines.split(b'\n').map_while(Result::ok) {
                let line = String::from_utf8_lossy(&line).into_owned();
                if sender.send((line, Instant::now())).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Self { child, input, output, waiting: Vec::new(), noise: Vec::new(), next: 0 }
    }

    /// The server's process id.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends one line.
    ///
    /// # Panics
    ///
    /// When the server has closed its input.
    pub fn send(&mut self, line: &str) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(format!("{line}\n").as_bytes()).expect("the server reads its input");
        input.flush().expect("the server reads its input");
    }

    /// Sends a request and returns its id.
    pub fn post(&mut self, method: &str, params: &Value) -> u64 {
        self.next += 1;
        let id = self.next;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string());
        id
    }

    /// The answer to a request, if it comes in time.
    pub fn answer(&mut self, id: u64, within: Duration) -> Option<Message> {
        self.wait(&Value::from(id), within)
    }

    /// The answer to a request whose id is a text, at most after 20 s.
    ///
    /// # Panics
    ///
    /// When none comes.
    pub fn named_answer(&mut self, id: &str) -> Message {
        self.wait(&Value::from(id), Duration::from_secs(20)).unwrap_or_else(|| panic!("no answer to {id}"))
    }

    fn wait(&mut self, id: &Value, within: Duration) -> Option<Message> {
        let until = Instant::now() + within;
        loop {
            if let Some(at) = self.waiting.iter().position(|message| message.value["id"] == *id) {
                return Some(self.waiting.swap_remove(at));
            }
            match self.output.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok((line, at)) => match serde_json::from_str::<Value>(&line) {
                    Ok(value) if value["jsonrpc"] == "2.0" => self.waiting.push(Message { line, value, at }),
                    _ => self.noise.push(line),
                },
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return None,
            }
        }
    }

    /// Sends a request and waits for its answer, at most 20 s.
    ///
    /// # Panics
    ///
    /// When none comes.
    pub fn request(&mut self, method: &str, params: Value) -> Message {
        let id = self.post(method, &params);
        self.answer(id, Duration::from_secs(20)).unwrap_or_else(|| panic!("no answer to {method} {params}"))
    }

    /// Calls a tool and waits for its answer.
    pub fn call(&mut self, tool: &str, arguments: &Value) -> Message {
        self.request("tools/call", json!({"name": tool, "arguments": arguments}))
    }

    /// The names in the catalog.
    pub fn names(&mut self) -> Vec<String> {
        let list = self.request("tools/list", json!({}));
        let tools = list.value["result"]["tools"].as_array().cloned().unwrap_or_default();
        tools.iter().filter_map(|tool| tool["name"].as_str().map(str::to_owned)).collect()
    }

    /// Closes the server's input and waits for its end, at most 10 s.
    ///
    /// # Panics
    ///
    /// When it does not end.
    #[must_use]
    pub fn close(mut self) -> ExitStatus {
        drop(self.input.take());
        let until = Instant::now() + Duration::from_secs(10);
        while Instant::now() < until {
            if let Some(status) = self.child.try_wait().expect("a child can be waited for") {
                return status;
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("the server did not end after its input was closed");
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
