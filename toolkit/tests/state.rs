//! What a program puts in for its tools: handed over where a parameter says `State`, and asked for at start.

#![cfg(feature = "server")]

use std::sync::{Mutex, mpsc};
use toolkit::{Context, Reply, Request, Server, State, tool};

/// The notes of this program.
#[derive(Default)]
pub struct Notes(Mutex<Vec<String>>);

/// Write a note and count them.
#[tool]
fn write(text: String, notes: State<Notes>, ctx: &Context) -> (usize, bool) {
    let mut all = notes.0.lock().expect("nobody panics with it");
    all.push(text);
    (all.len(), ctx.state::<Notes>().is_some())
}

/// Read a note later.
#[tool]
async fn read(notes: State<Notes>, at: usize) -> Option<String> {
    std::future::ready(()).await;
    notes.0.lock().expect("nobody panics with it").get(at).cloned()
}

/// Keeps a separator.
pub struct Joiner(State<char>);

#[tool]
impl Joiner {
    fn new(ctx: Context) -> Result<Self, &'static str> {
        ctx.state().map(Self).ok_or("no separator")
    }

    /// Join all notes.
    pub fn join(&self, notes: State<Notes>) -> String {
        notes.0.lock().expect("nobody panics with it").join(&self.0.to_string())
    }
}

fn call(server: &Server, name: &str, arguments: &str) -> String {
    let (sender, receiver) = mpsc::channel();
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
fn a_state_is_one_value_for_all_calls_and_no_argument() {
    let server = Server::builder().state(Notes::default()).state('-').build().expect("all states are there");
    assert_eq!(call(&server, "state__write", r#"{"text":"a"}"#), "[1,true]");
    assert_eq!(call(&server, "state__write", r#"{"text":"b"}"#), "[2,true]");
    assert_eq!(call(&server, "state__read", r#"{"at":1}"#), "b");
    assert_eq!(call(&server, "state__join", "{}"), "a-b");
    assert_eq!(__tool_read.spec.params.len(), 1);
}

#[test]
fn a_constructor_that_finds_no_state_is_the_failure_of_the_call() {
    let server = Server::builder().state(Notes::default()).build().expect("what parameters take is there");
    assert_eq!(call(&server, "state__join", "{}"), "Error: no separator");
}

#[test]
fn a_program_without_a_state_that_a_parameter_takes_does_not_start() {
    let error = Server::builder().build().map(|_| ()).expect_err("nobody put one in").to_string();
    let lines: Vec<&str> = error.lines().collect();
    assert_eq!(lines.len(), 3, "{error}");
    assert!(lines[0].ends_with(
        ": `state__write` takes a `State<state::Notes>`, and the program has none; put one in with `Server::builder().state(..)`"
    ), "{error}");
}
