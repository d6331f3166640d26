//! The worker: this program again, with its linked tools behind a socket.
//!
//! The main thread reads and never runs a tool, so that calls can be ended whatever tools do. It decides nothing about
//! bounds: the supervisor says when a call is to end.

use super::{
    STATES,
    apart::{EDITION, ROLE},
};
use crate::{
    context::{CallId, Context, RunId},
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
    WORKER.get_or_init(|| Worker::new(link)).serve()
}

/// The worker of this process.
struct Worker {
    link: Link,
    tools: Linked,
    states: States,
    /// The tools as they are offered, by key.
    offered: Vec<Offered>,
}

static WORKER: OnceLock<Worker> = OnceLock::new();

impl Worker {
    fn new(link: Link) -> Self {
        let tools = linked::linked();
        let offered = (0..).zip(&tools).map(|(key, tool)| Offered { spec: Arc::new(tool.spec.clone()), key }).collect();
        let tools = Linked::new(tools, Listing::default(), Pool::new()).on_entering(entered);
        Self { link, tools, states: STATES.get().cloned().unwrap_or_default(), offered }
    }

    fn serve(&'static self) -> ! {
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

    fn hear(&'static self, head: Head, body: &[u8]) {
        let (call, id) = (head.call, CallId(head.call.number()));
        match head.op {
            Op::Call => self.start(head, body),
            Op::Cancel => self.tools.cut(id, Cut::Bound),
            Op::Ping => {
                for op in [Op::Pong, Op::Attached] {
                    self.send(Head::new(op, call));
                }
            }
            // linked tools are there from the start
            Op::Refresh => self.send(Head::new(Op::Ok, call)),
            Op::EndRun => self.tools.end_run(RunId(head.run)),
            // the instance of a call that was cut is its own already
            _ => {}
        }
    }

    fn send(&self, head: Head) {
        self.link.outbox.send(&Frame::whole(head, &[]));
    }

    fn start(&'static self, head: Head, body: &[u8]) {
        let answer = Answer { worker: self, call: head.call, given: false };
        let (Some(tool), Some((left, arguments))) = (self.offered.get(head.key as usize), read_call(body)) else {
            // both sides are one file: then this is no frame of theirs
            return answer.give(Err(Failure::new("RuntimeError", "the call cannot be read")), Notes::default());
        };
        let call = Call {
            id: CallId(head.call.number()),
            tool: tool.clone(),
            arguments,
            context: Context::holding(self.states.clone(), RunId(head.run), Instant::now() + left),
        };
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
    worker: &'static Worker,
    call: Wire,
    given: bool,
}

impl Answer {
    fn give(mut self, outcome: Outcome, notes: Notes) {
        self.given = true;
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
            let mut out = Vec::new();
            Frame::failure(self.call, "TimeoutError", "the call ended before it began", &mut out);
            self.worker.link.outbox.send(&out);
        }
    }
}

/// For a parameter that was not given.
const ABSENT: u32 = u32::MAX;

/// Writes what a call needs beside its head: what is left of its bound, where its arguments are, and these.
pub(super) fn write_call(call: &Call, body: &mut Vec<u8>) {
    let left = call.context.remaining();
    let Arguments { text, values } = &call.arguments;
    body.reserve(12 + 8 * values.len() + text.len());
    body.extend_from_slice(&u64::try_from(left.as_nanos()).unwrap_or(u64::MAX).to_le_bytes());
    // a tool has few parameters
    body.extend_from_slice(&u32::try_from(values.len()).unwrap_or(0).to_le_bytes());
    for value in values {
        let (from, to) = value.unwrap_or((ABSENT, ABSENT));
        body.extend_from_slice(&from.to_le_bytes());
        body.extend_from_slice(&to.to_le_bytes());
    }
    body.extend_from_slice(text.as_bytes());
}

fn read_call(body: &[u8]) -> Option<(Duration, Arguments)> {
    let (left, body) = body.split_first_chunk()?;
    let (count, body) = body.split_first_chunk()?;
    let (values, text) = body.split_at_checked(8 * u32::from_le_bytes(*count) as usize)?;
    let number = |bytes: &[u8]| Some(u32::from_le_bytes(*bytes.first_chunk()?));
    let value = |pair: &[u8]| {
        let (from, to) = (number(pair)?, number(pair.get(4..)?)?);
        (from != ABSENT).then_some((from, to))
    };
    let values = values.chunks_exact(8).map(value).collect();
    let text = String::from_utf8(text.to_vec()).ok()?;
    Some((Duration::from_nanos(u64::from_le_bytes(*left)), Arguments { text, values }))
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
            let (left, arguments) = read_call(&body).expect("it can be read");
            assert!(left <= Duration::from_secs(5) && left > Duration::from_secs(4));
            assert_eq!((&*arguments.text, arguments.values), (json, values));
            assert!(read_call(&body[..8]).is_none());
        }
    }
}
