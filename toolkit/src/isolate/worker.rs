//! The worker: this program again, with its linked tools behind a socket.
//!
//! The main thread reads and never runs a tool, so that calls can be ended whatever tools do. It decides nothing about
//! bounds: the supervisor says when a call is to end.

use super::{
    STATES,
    apart::{EDITION, ROLE},
    questions::Questions,
};
use crate::{
    context::{Asking, CallId, Caller, Context, RunId},
    error::Failure,
    exec::{Linked, Pool},
    linked,
    outcome::{Notes, Outcome},
    provider::{Arguments, Call, Cut, Done, Listing, Offered, ProcessRole, Provider as _},
    states::States,
    workers::{Frame, Frames, Head, Link, Op, Wire, asked_for_roles, keep_streams, open_streams},
};
use std::{
    io,
    process::ExitCode,
    sync::{Arc, OnceLock},
    time::{Duration, Instant},
};

inventory::submit! { ProcessRole { run: role } }

/// Becomes the worker when the process was started as one.
fn role() -> Option<ExitCode> {
    asked_for_roles();
    if std::env::args_os().nth(1)? != ROLE {
        return None;
    }
    let Ok(link) = Link::inherited() else {
        eprintln!("toolkit: `{ROLE}` is a part that a server starts; run `serve`, `list` or `call` instead");
        return Some(ExitCode::from(2));
    };
    keep_streams();
    link.hello(EDITION);
    WORKER.get_or_init(|| Arc::new(Worker::new(link))).serve()
}

/// The worker of this process.
pub(super) struct Worker {
    pub link: Link,
    pub pool: Pool,
    pub questions: Questions,
    tools: Linked,
    states: States,
    /// The tools as they are offered, by key.
    offered: Vec<Offered>,
}

static WORKER: OnceLock<Arc<Worker>> = OnceLock::new();

impl Worker {
    fn new(link: Link) -> Self {
        let tools = linked::linked();
        let offered = (0..).zip(&tools).map(|(key, tool)| Offered { spec: Arc::new(tool.spec.clone()), key }).collect();
        let pool = Pool::new();
        let tools = Linked::new(tools, Listing::default(), pool.clone()).on_entering(entered);
        let states = STATES.get().cloned().unwrap_or_default();
        Self { link, pool, questions: Questions::default(), tools, states, offered }
    }

    fn serve(self: &Arc<Self>) -> ! {
        let mut frames = Frames::with_room();
        loop {
            match frames.fill(self.link.outbox.socket(), true) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // the supervisor has hung up, or is gone: nobody is left to work for
                // SAFETY: ends the process at once, whatever tools do.
                Ok(0) | Err(_) => unsafe { libc::_exit(0) },
                Ok(_) => {}
            }
            // what a tool closed is open again before the next one prints
            open_streams();
            while let Some(frame) = frames.next_frame() {
                match frame {
                    Ok((head, body)) => self.hear(head, body),
                    // SAFETY: as above; what follows cannot be understood.
                    Err(_) => unsafe { libc::_exit(65) },
                }
            }
        }
    }

    fn hear(self: &Arc<Self>, head: Head, body: &[u8]) {
        let (call, id) = (head.call, CallId(head.call.number()));
        match head.op {
            Op::Call => self.start(head, body),
            Op::Cancel => {
                self.questions.end(id);
                self.tools.cut(id, Cut::Bound);
            }
            Op::Told => self.questions.told(head, body),
            Op::Ping => {
                for op in [Op::Pong, Op::Attached] {
                    self.send(Head::new(op, call));
                }
            }
            // linked tools are there from the start
            Op::Refresh => self.send(Head::new(Op::Ok, call)),
            Op::EndRun => {
                self.questions.end_run(RunId(head.run));
                self.tools.end_run(RunId(head.run));
            }
            // the instance of a call that was cut is its own already
            _ => {}
        }
    }

    fn send(&self, head: Head) {
        self.link.outbox.send(&Frame::whole(head, &[]));
    }

    fn start(self: &Arc<Self>, head: Head, body: &[u8]) {
        let (id, run) = (CallId(head.call.number()), RunId(head.run));
        let answer = Answer { worker: Arc::clone(self), call: head.call, given: false };
        let (Some(tool), Some(sent)) = (self.offered.get(head.key as usize), Sent::read(body)) else {
            // both sides are one file: then this is no frame of theirs
            return answer.give(Err(Failure::new("RuntimeError", "the call cannot be read")), Notes::default());
        };
        self.questions.begin(id, run, sent.session.as_deref());
        let asking = Asking { caller: Arc::clone(self) as Arc<dyn Caller>, call: id, tool: Arc::clone(&tool.spec) };
        let context = Context::of(asking, run, Instant::now() + sent.left, self.states.clone());
        let call = Call { id, tool: tool.clone(), arguments: sent.arguments, context };
        self.tools.start(call, Done::with_notes(move |outcome, notes| answer.give(outcome, notes)));
    }
}

/// A tool is about to be entered.
fn entered(call: CallId) {
    if let Some(worker) = WORKER.get() {
        worker.link.started.mark(Wire::from_number(call.0));
    }
}

/// The answer to one call. A call that ends without one (cut before it began) is said to have ended too.
struct Answer {
    worker: Arc<Worker>,
    call: Wire,
    given: bool,
}

impl Answer {
    fn give(mut self, outcome: Outcome, notes: Notes) {
        self.given = true;
        self.worker.questions.end(CallId(self.call.number()));
        let mut out = Vec::new();
        if let Some(why) = notes.fresh_instance {
            out.extend_from_slice(&Frame::whole(Head::new(Op::Fresh, self.call), why.as_bytes()));
        }
        match outcome {
            Ok(answer) => Frame::answer(self.call, &answer, &mut out),
            Err(failure) => Frame::failure(self.call, &failure.kind, &failure.message, &mut out),
        }
        self.worker.link.outbox.send(&out);
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        if !self.given {
            self.worker.questions.end(CallId(self.call.number()));
            let mut out = Vec::new();
            Frame::failure(self.call, "TimeoutError", "the call ended before it began", &mut out);
            self.worker.link.outbox.send(&out);
        }
    }
}

/// For a parameter, or a name, that was not given.
const ABSENT: u32 = u32::MAX;

/// Writes what a call needs beside its head: what is left of its bound, what its run is called, where its arguments
/// are, and these.
pub(super) fn write_call(call: &Call, body: &mut Vec<u8>) {
    let Arguments { text, values } = &call.arguments;
    let session = call.context.asking().and_then(|asking| asking.caller.session(call.context.run_id()));
    // names and parameters are few, and bounded far below what a number holds
    let length = |length: usize| u32::try_from(length).unwrap_or(0).to_le_bytes();
    body.extend_from_slice(&u64::try_from(call.context.remaining().as_nanos()).unwrap_or(u64::MAX).to_le_bytes());
    body.extend_from_slice(&session.as_ref().map_or(ABSENT.to_le_bytes(), |name| length(name.len())));
    body.extend_from_slice(&length(values.len()));
    body.extend_from_slice(session.unwrap_or_default().as_bytes());
    for value in values {
        let (from, to) = value.unwrap_or((ABSENT, ABSENT));
        body.extend_from_slice(&from.to_le_bytes());
        body.extend_from_slice(&to.to_le_bytes());
    }
    body.extend_from_slice(text.as_bytes());
}

/// The same, read.
struct Sent {
    left: Duration,
    session: Option<String>,
    arguments: Arguments,
}

impl Sent {
    fn read(body: &[u8]) -> Option<Self> {
        let number = |bytes: &[u8]| Some(u32::from_le_bytes(*bytes.first_chunk()?));
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).ok();
        let (left, body) = body.split_first_chunk()?;
        let (named, count) = (number(body)?, number(body.get(4..)?)?);
        let is_named = named != ABSENT;
        let (session, body) = body.get(8..)?.split_at_checked(if is_named { named as usize } else { 0 })?;
        let (values, arguments) = body.split_at_checked(8 * count as usize)?;
        let value = |pair: &[u8]| {
            let (from, to) = (number(pair)?, number(pair.get(4..)?)?);
            (from != ABSENT).then_some((from, to))
        };
        Some(Self {
            left: Duration::from_nanos(u64::from_le_bytes(*left)),
            session: if is_named { Some(text(session)?) } else { None },
            arguments: Arguments { text: text(arguments)?, values: values.chunks_exact(8).map(value).collect() },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::ToolSpec;
    use toolkit_rules::{Held, Scope};

    #[test]
    fn a_call_comes_out_as_it_went_in() {
        let text = |text: &str| Held::from(text.to_owned());
        let spec = ToolSpec {
            name: text("t__f"),
            description: text(""),
            wrapped: false,
            params: Held::from(Vec::new()),
            scope: Scope::Call,
            schema: text("{}"),
            entry: text("{}"),
            origin: crate::Origin {
                file: text("t.rs"),
                stem: text("t"),
                package: text(""),
                line: 1,
                column: 1,
                place: 0,
            },
            bound: None,
            extras: crate::Extras::NONE,
        };
        for (json, values) in
            [("{}", vec![]), (r#"{"a":1,"b":"ä"}"#, vec![Some((5, 6)), None, Some((11, 15))]), ("{}", vec![None])]
        {
            let call = Call {
                id: CallId(1),
                tool: Offered { spec: Arc::new(spec.clone()), key: 0 },
                arguments: Arguments { text: json.to_owned(), values: values.clone() },
                context: Context::alone(RunId(1), Instant::now() + Duration::from_secs(5)),
            };
            let mut body = Vec::new();
            write_call(&call, &mut body);
            let sent = Sent::read(&body).expect("it can be read");
            assert!(sent.left <= Duration::from_secs(5) && sent.left > Duration::from_secs(4));
            assert_eq!((sent.session, &*sent.arguments.text, sent.arguments.values), (None, json, values));
            assert!(Sent::read(&body[..12]).is_none());
        }
    }
}
