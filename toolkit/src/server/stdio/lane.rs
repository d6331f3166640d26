//! The lane: what concerns tools is answered from here, with the message read once and the arguments kept as the
//! text they came in. Every other message is handed to `rmcp`.
//!
//! The lane never decides what the protocol allows: where a request does not say plainly which revision it speaks,
//! it is `rmcp` that answers.

use super::{flights::Flights, output::Output};
use crate::{
    context::RunId,
    dispatch::{Dispatcher, Request},
    server::{
        LARGEST,
        envelope::{self, Envelope, Members, Meta, Params},
        mcp::{self, Era, INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, Lists, METHOD_NOT_FOUND, PARSE_ERROR},
    },
};
use rmcp::model::{ClientCapabilities, ClientJsonRpcMessage, ClientRequest, ProtocolVersion};
use serde_json::value::RawValue;
use std::{borrow::Cow, sync::Arc};
use tokio::sync::mpsc::{Sender, error::TrySendError};

/// The reader's side of one client.
pub(super) struct Lane {
    dispatcher: Arc<Dispatcher>,
    output: Arc<Output>,
    lists: Arc<Lists>,
    flights: Arc<Flights>,
    run: RunId,
    forward: Sender<ClientJsonRpcMessage>,
    /// There was a handshake, so that requests need not say what they speak.
    open: bool,
}

/// A request that the lane looks at.
struct Asked<'a> {
    id: &'a RawValue,
    method: &'a str,
    params: &'a Params<'a>,
}

impl Lane {
    pub(super) fn new(
        dispatcher: Arc<Dispatcher>,
        output: Arc<Output>,
        lists: Arc<Lists>,
        run: RunId,
        forward: Sender<ClientJsonRpcMessage>,
    ) -> Self {
        Self { dispatcher, output, lists, flights: Arc::default(), run, forward, open: false }
    }

    /// The calls under way.
    pub(super) fn flights(&self) -> Arc<Flights> {
        Arc::clone(&self.flights)
    }

    /// More lines are at hand: answers wait.
    pub(super) fn hold(&self) {
        self.output.hold();
    }

    /// No more lines are at hand.
    pub(super) fn release(&self) {
        self.output.release();
    }

    /// A line was longer than any may be.
    pub(super) fn refuse_long(&self) {
        self.refuse(None, INVALID_REQUEST, &format!("a message may have {} MiB; send less at once", LARGEST >> 20));
    }

    /// Takes one line.
    pub(super) fn take(&mut self, line: &[u8]) {
        match std::str::from_utf8(line) {
            Ok(line) => self.message(line.trim_matches([' ', '\t', '\r']), true),
            Err(error) => {
                self.refuse(None, PARSE_ERROR, &format!("the line is not UTF-8 ({error}); send UTF-8 without a mark"));
            }
        }
    }

    /// Takes one message, or a batch where one may stand.
    fn message(&mut self, text: &str, batch: bool) {
        match text.as_bytes().first() {
            None => {}
            Some(b'{') => match serde_json::from_str::<Envelope<'_>>(text) {
                Ok(envelope) => self.envelope(text, &envelope),
                Err(error) => self.refuse_text(&error),
            },
            Some(b'[') if batch => match serde_json::from_str::<Vec<&RawValue>>(text) {
                Ok(messages) if messages.is_empty() => {
                    self.refuse(None, INVALID_REQUEST, "the batch is empty; send one message a line");
                }
                Ok(messages) => messages.iter().for_each(|message| self.message(message.get(), false)),
                Err(error) => self.refuse_text(&error),
            },
            Some(_) => match serde_json::from_str::<&RawValue>(text) {
                Ok(raw) => {
                    let message = format!("a message is an object, this is {}; send JSON-RPC 2.0", envelope::kind(raw));
                    self.refuse(None, INVALID_REQUEST, &message);
                }
                Err(error) => self.refuse_text(&error),
            },
        }
    }

    fn refuse_text(&self, error: &serde_json::Error) {
        let code = if error.is_data() { INVALID_REQUEST } else { PARSE_ERROR };
        self.refuse(None, code, &format!("the line is no JSON-RPC message ({error}); send one message a line"));
    }

    fn envelope(&mut self, text: &str, envelope: &Envelope<'_>) {
        let id = envelope.id.filter(|id| matches!(id.get().as_bytes().first(), Some(b'"' | b'-' | b'0'..=b'9')));
        if let (Some(given), None) = (envelope.id, id) {
            let message = format!("`id` is {}; make it a string or a number", envelope::kind(given));
            return self.refuse(None, INVALID_REQUEST, &message);
        }
        if envelope.jsonrpc.is_none_or(|version| version.get() != r#""2.0""#) {
            return self.refuse(id, INVALID_REQUEST, r#"`jsonrpc` is missing or not "2.0"; send `"jsonrpc":"2.0"`"#);
        }
        let method = match envelope.method.map(|raw| (raw, envelope::string(raw))) {
            Some((_, Some(method))) => method,
            Some((raw, None)) => {
                let message = format!("`method` is {}; make it a string", envelope::kind(raw));
                return self.refuse(id, INVALID_REQUEST, &message);
            }
            // An answer to a question of ours.
            None if self.open => return self.pass_on(text, id, ""),
            None => return,
        };
        match id {
            Some(id) => self.request(text, &Asked { id, method: &method, params: &envelope.params }),
            None => self.notification(text, &method, &envelope.params),
        }
    }

    fn notification(&mut self, text: &str, method: &str, params: &Params<'_>) {
        if method == "notifications/cancelled"
            && let Params::Object(Members { request_id: Some(id), .. }) = params
            && let Some(call) = self.flights.cancel(id.get())
        {
            self.dispatcher.cancel(call);
        } else if self.open {
            // Without a handshake `rmcp` takes a notification for the end of the conversation.
            self.pass_on(text, None, method);
        }
    }

    fn request(&mut self, text: &str, asked: &Asked<'_>) {
        match (asked.method, self.era(asked.params)) {
            ("tools/call", Some(era)) => self.call(asked, era),
            ("tools/list", Some(era)) => self.list(asked, era),
            ("ping", Some(Era::Handshake)) => self.output.send(|out| {
                begin_answer(out, asked.id.get());
                out.extend_from_slice(br#""result":{}}"#);
            }),
            ("ping", Some(Era::Stateless)) => {
                let message = "unknown method `ping`; revision 2026-07-28 has none";
                self.refuse(Some(asked.id), METHOD_NOT_FOUND, message);
            }
            _ => self.pass_on(text, Some(asked.id), asked.method),
        }
    }

    /// What a request speaks, when it says so plainly.
    fn era(&self, params: &Params<'_>) -> Option<Era> {
        let Params::Object(Members { meta: Some(meta), .. }) = params else {
            return self.open.then_some(Era::Handshake);
        };
        let meta: Meta<'_> = serde_json::from_str(meta.get()).ok()?;
        let Some(version) = meta.protocol_version else { return self.open.then_some(Era::Handshake) };
        let capabilities = meta.client_capabilities?.get();
        let plain = capabilities == "{}" || serde_json::from_str::<ClientCapabilities>(capabilities).is_ok();
        let stateless = envelope::string(version)? == ProtocolVersion::V_2026_07_28.as_str();
        (plain && stateless).then_some(Era::Stateless)
    }

    fn call(&self, asked: &Asked<'_>, era: Era) {
        let (name, arguments) = match tool_of(asked.params) {
            Ok(found) => found,
            Err(message) => return self.refuse(Some(asked.id), INVALID_PARAMS, &message),
        };
        let request = Request { name: &name, arguments, run: self.run, bound: None };
        let Some(landing) = self.begin(asked.id) else { return };
        let (id, number) = (Arc::clone(&landing.id), landing.number);
        let call = self.dispatcher.call(request, move |reply| landing.land(|out| mcp::write_reply(out, &reply, era)));
        self.flights.taken(&id, number, call);
    }

    /// A request whose answer may take a while begins. Refuses it when another of its id is under way.
    fn begin(&self, id: &RawValue) -> Option<Landing> {
        let own: Arc<str> = id.get().into();
        let Some(number) = self.flights.begin(&own) else {
            let message = format!("a request with the id {own} is under way; give every request an id of its own");
            self.refuse(Some(id), INVALID_REQUEST, &message);
            return None;
        };
        Some(Landing { output: Arc::clone(&self.output), flights: Arc::clone(&self.flights), id: own, number })
    }

    fn list(&self, asked: &Asked<'_>, era: Era) {
        if let Params::Other(kind) = asked.params {
            let message = format!("the parameters of `tools/list` are {kind}; send an object or none");
            return self.refuse(Some(asked.id), INVALID_PARAMS, &message);
        }
        let Some(landing) = self.begin(asked.id) else { return };
        let lists = Arc::clone(&self.lists);
        self.dispatcher.catalog_then(move |catalog| {
            let list = lists.of(&catalog);
            landing.land(|out| {
                out.extend_from_slice(br#""result":"#);
                out.extend_from_slice(list.json(era).as_bytes());
            });
        });
    }

    /// Hands a message to `rmcp`, which reads it again in its own way.
    fn pass_on(&mut self, text: &str, id: Option<&RawValue>, method: &str) {
        let message = match serde_json::from_str::<ClientJsonRpcMessage>(text) {
            Ok(message) => message,
            Err(error) if id.is_some() => {
                let message = format!("the message does not fit ({error}); send JSON-RPC 2.0");
                return self.refuse(id, INVALID_REQUEST, &message);
            }
            Err(_) => return,
        };
        if let ClientJsonRpcMessage::Request(request) = &message {
            match &request.request {
                ClientRequest::InitializeRequest(_) => self.open = true,
                ClientRequest::CustomRequest(custom) if method == "initialize" => {
                    let params = custom.params.as_ref().and_then(|params| serde_json::value::to_raw_value(params).ok());
                    let message = mcp::bad_params(method, params.as_deref()).unwrap_or_default();
                    return self.refuse(id, INVALID_PARAMS, &message);
                }
                _ => {}
            }
        }
        let lost = match self.forward.try_send(message) {
            Ok(()) => false,
            Err(TrySendError::Full(message)) => {
                self.output.release();
                let lost = self.forward.blocking_send(message).is_err();
                self.output.hold();
                lost
            }
            Err(TrySendError::Closed(_)) => true,
        };
        if lost && id.is_some() {
            self.refuse(id, INTERNAL_ERROR, "the protocol has ended; start the server again");
        }
    }

    fn refuse(&self, id: Option<&RawValue>, code: i32, message: &str) {
        self.output.send(|out| {
            begin_answer(out, id.map_or("null", RawValue::get));
            mcp::write_error(out, code, message);
            out.push(b'}');
        });
    }
}

/// The way back for one request.
struct Landing {
    output: Arc<Output>,
    flights: Arc<Flights>,
    id: Arc<str>,
    number: u64,
}

impl Landing {
    /// Answers, when somebody still waits.
    fn land(self, write: impl FnOnce(&mut Vec<u8>)) {
        if self.flights.land(&self.id, self.number) {
            self.output.send(|out| {
                begin_answer(out, &self.id);
                write(out);
                out.push(b'}');
            });
            self.flights.landed();
        }
    }
}

fn begin_answer(out: &mut Vec<u8>, id: &str) {
    out.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
    out.extend_from_slice(id.as_bytes());
    out.push(b',');
}

/// The name and the arguments of a call, or what is wrong with them.
fn tool_of<'a>(params: &Params<'a>) -> Result<(Cow<'a, str>, Option<&'a str>), String> {
    let members = match params {
        Params::Object(members) => members,
        Params::Absent => return Err("`params` is missing; send `name` and `arguments`".to_owned()),
        Params::Other(kind) => return Err(format!("`params` is {kind}; send an object with `name` and `arguments`")),
    };
    let name = members.name.ok_or("`name` is missing; send the tool's name")?;
    let name = envelope::string(name).ok_or_else(|| format!("`name` is {}; make it a string", envelope::kind(name)))?;
    let arguments = members.arguments.filter(|arguments| arguments.get() != "null");
    match arguments {
        Some(given) if !given.get().starts_with('{') => {
            Err(format!("`arguments` is {}; send an object", envelope::kind(given)))
        }
        given => Ok((name, given.map(RawValue::get))),
    }
}
