//! What an isolated tool asks of the server: other files' tools, which run wherever they do. The worker only carries the
//! questions, and knows which of its own calls are still waited for.

use super::worker::Worker;
use crate::{
    context::{Asking, CallId, Caller, Method, RunId, Shown, Told},
    error::Failure,
    outcome::Answer,
    workers::{Frame, Head, Op, Wire, lock},
};
use std::{
    collections::{HashMap, HashSet},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

/// The questions that are open, and what is known of the calls that may ask.
#[derive(Default)]
pub(super) struct Questions {
    next: AtomicU64,
    open: Mutex<HashMap<u64, Question>>,
    /// Calls of this worker that somebody waits for.
    awaited: Mutex<HashSet<CallId>>,
    /// What runs are called by whoever began them.
    sessions: Mutex<HashMap<RunId, String>>,
}

enum Question {
    LookUp(Shown),
    Ask(Told),
}

impl Questions {
    /// A call begins, in a run of this name.
    pub(super) fn begin(&self, call: CallId, run: RunId, session: Option<&str>) {
        lock(&self.awaited).insert(call);
        let Some(session) = session else { return };
        let mut sessions = lock(&self.sessions);
        if sessions.get(&run).is_none_or(|known| known != session) {
            sessions.insert(run, session.to_owned());
        }
    }

    /// Nobody waits for a call any more.
    pub(super) fn end(&self, call: CallId) {
        lock(&self.awaited).remove(&call);
    }

    pub(super) fn end_run(&self, run: RunId) {
        lock(&self.sessions).remove(&run);
    }

    /// The server has answered a question.
    pub(super) fn told(&self, head: Head, body: &[u8]) {
        let question = lock(&self.open).remove(&head.key);
        let outcome = if head.flag & Op::FAILED == 0 {
            Ok(String::from_utf8_lossy(body).into_owned())
        } else {
            Err(Failure::of_frame(head, body))
        };
        match question {
            Some(Question::LookUp(shown)) => shown(outcome.and_then(|json| {
                serde_json::from_str::<Vec<Method>>(&json)
                    .map_err(|error| Failure::new("RuntimeError", format!("the methods cannot be read: {error}")))
            })),
            Some(Question::Ask(told)) => told(outcome.map(Answer::value)),
            None => {}
        }
    }
}

impl Worker {
    fn ask(&self, op: Op, asking: &Asking, body: &[u8], question: Question) -> CallId {
        let number = self.questions.next.fetch_add(1, Ordering::Relaxed);
        lock(&self.questions.open).insert(number, question);
        let head = Head { key: number, ..Head::new(op, Wire::from_number(asking.call.0)) };
        self.link.outbox.send(&Frame::whole(head, body));
        CallId(number)
    }
}

impl Caller for Worker {
    fn look_up(self: Arc<Self>, asking: &Asking, stem: &str, shown: Shown) {
        self.ask(Op::LookUp, asking, stem.as_bytes(), Question::LookUp(shown));
    }

    fn call(self: Arc<Self>, asking: &Asking, stem: &str, method: &str, arguments: String, told: Told) -> CallId {
        let body = [stem, method, &arguments].join("\0");
        self.ask(Op::Ask, asking, body.as_bytes(), Question::Ask(told))
    }

    fn cancel(&self, question: CallId) {
        // the server ends it with the call that asked
        let given_up = lock(&self.questions.open).remove(&question.0);
        drop(given_up);
    }

    fn is_awaited(&self, call: CallId) -> bool {
        lock(&self.questions.awaited).contains(&call)
    }

    fn session(&self, run: RunId) -> Option<String> {
        lock(&self.questions.sessions).get(&run).cloned()
    }

    fn wait(&self, call: CallId, wait: &mut dyn FnMut()) {
        self.pool.parked(call, || self.is_awaited(call), wait);
    }
}
