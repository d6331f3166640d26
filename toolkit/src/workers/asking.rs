//! What a tool in a worker asks of the server: the methods of another file, and calls of them. They are made on behalf of
//! the tool's own call, as any other call is, and their outcome goes back to the worker that asked.

use super::{Frame, Head, Link, Op, Wire, keeper::Keeper, lock};
use crate::{context::Asking, error::Failure};
use std::sync::Arc;

impl Keeper {
    /// A question from a worker.
    pub(super) fn asked(&self, link: &Arc<Link>, head: Head, body: &[u8]) {
        let question = head.key;
        let context = lock(&self.shared.state).calls.get(head.call).map(|entry| entry.call.context.clone());
        let asking: Option<Asking> = context.and_then(|context| context.asking().cloned());
        let Some(asking) = asking else {
            let failure = Failure::new("RuntimeError", "another tool can be asked for only while a call runs");
            return tell(link, question, Err(failure));
        };
        let text = String::from_utf8_lossy(body);
        let link = Arc::clone(link);
        if head.op == Op::LookUp {
            let shown = move |methods: Result<Vec<_>, Failure>| {
                tell(&link, question, methods.map(|methods| serde_json::to_string(&methods).unwrap_or_default()));
            };
            return Arc::clone(&asking.caller).look_up(&asking, &text, Box::new(shown));
        }
        let mut parts = text.splitn(3, '\0');
        let mut next = || parts.next().unwrap_or_default().to_owned();
        let (stem, method, arguments) = (next(), next(), next());
        let told = move |outcome: crate::outcome::Outcome| tell(&link, question, outcome.map(|answer| answer.json));
        Arc::clone(&asking.caller).call(&asking, &stem, &method, arguments, Box::new(told));
    }
}

fn tell(link: &Link, question: u64, told: Result<String, Failure>) {
    let head = Head { key: question, ..Head::new(Op::Told, Wire::default()) };
    let frame = match told {
        Ok(json) => Frame::whole(head, json.as_bytes()),
        Err(Failure { kind, message }) => {
            let split = u16::try_from(kind.len()).unwrap_or(0);
            Frame::whole(
                Head { flag: Op::FAILED, split, ..head },
                [kind.as_bytes(), message.as_bytes()].concat().as_slice(),
            )
        }
    };
    link.outbox.send(&frame);
}
