//! Calls that nobody waits for any more: they are told to end, and when that does not help the worker is made fit for the
//! next call.
//!
//! A call that ends is as if nothing had happened. One that does not end, in a worker that can make other calls, is left
//! to itself. When it can make none (the interpreter lock is not to be had), the worker and all that it started is ended.
//!
//! Where a call that was left to itself goes on for ever (Rust has no way to stop it), its worker is retired: the next
//! calls go to a fresh one, those under way in the old one finish there, and it is ended when only calls that were left
//! to themselves remain in it. That is when the last of the others ends or has been cut, so no bound of its own is needed.

use super::{
    Frame, Head, Op, Wire,
    calls::{Entry, Stand},
    keeper::{Keeper, Worker},
    lock, log,
    supervisor::State,
};
use crate::provider::Cut;
use std::{
    borrow::Cow,
    sync::Arc,
    time::{Duration, Instant},
};

/// So often a call is told to end.
const AGAIN: Duration = Duration::from_millis(50);
/// So long it may take to end when others run beside it.
const GRACE: Duration = Duration::from_millis(400);
/// So long when nobody else would be lost with the worker.
const SHORT_GRACE: Duration = Duration::from_millis(100);
/// Past so many retired workers the first one ends, whatever it still has.
const RETIRED: usize = 4;

/// What was found about a worker's calls that are to end.
#[derive(Default)]
struct Found {
    /// One of them needs looking after.
    busy: bool,
    /// The worker is to be ended, and why.
    end: Option<Cow<'static, str>>,
    /// The last one that was left to itself.
    abandoned: Option<String>,
    /// The main thread or the event loop belongs to a call that was left to itself.
    crippled: bool,
}

impl Keeper {
    /// A sign of life, about a call that is to end.
    pub(super) fn well(&mut self, head: Head) {
        let mut state = lock(&self.shared.state);
        let Some(recovery) = state.calls.get(head.call).and_then(|entry| entry.recovery.as_mut()) else { return };
        match head.op {
            Op::Pong => {
                recovery.pong = true;
                recovery.on_main = head.flag & Op::ON_MAIN != 0;
                recovery.loop_stuck = head.flag & Op::HAS_LOOP != 0;
            }
            Op::Attached => recovery.attached = true,
            _ => recovery.loop_stuck = false,
        }
    }

    /// Sees to all calls that are to end. True while one of them needs looking after.
    pub(super) fn recover(&mut self, now: Instant) -> bool {
        let shared = Arc::clone(&self.shared);
        let mut state = lock(&shared.state);
        let retired = self.workers.iter().filter(|worker| worker.retired).count();
        if retired == 0 && !state.calls.any_cut() {
            return false;
        }
        let mut busy = false;
        for at in 0..self.workers.len() {
            let found = look_after(&self.workers[at], &mut state, now);
            busy |= found.busy;
            let of_it = |stand| stand == Stand::Sent(self.workers[at].number);
            if let Some(why) = found.end {
                self.end_worker(at, why);
            } else if self.workers[at].retired || found.abandoned.is_some() && !shared.kind.keeps_stuck {
                let abandoned = |entry: &Entry| entry.recovery.as_ref().is_some_and(|recovery| recovery.abandoned);
                let over = !state.calls.iter().any(|(_, entry)| of_it(entry.stand) && !abandoned(entry));
                let name = found.abandoned.unwrap_or_default();
                if !self.workers[at].retired {
                    self.retire(at, &mut state, &name);
                }
                if over || at == 0 && retired > RETIRED {
                    self.end_worker(at, "calls in it did not end when their time was up".into());
                }
            } else if found.crippled {
                let link = Arc::clone(&self.workers[at].process.link);
                let others = state
                    .calls
                    .iter()
                    .any(|(call, entry)| of_it(entry.stand) && entry.recovery.is_none() && link.started.has(call));
                if !others {
                    self.end_worker(at, "a call that did not end had its main thread or its event loop".into());
                }
            }
        }
        busy
    }

    /// The worker takes no more calls; another is started.
    fn retire(&mut self, at: usize, state: &mut State, name: &str) {
        self.workers[at].retired = true;
        state.link = None;
        let worker = self.shared.kind.worker;
        state.calls.lose_instances(format!(
            "the {worker} was replaced (`{name}` did not end when its time was up), and what it held is lost"
        ));
        log(format_args!("the {worker} was replaced: `{name}` did not end when its time was up"));
    }
}

/// Sees to the calls of one worker that are to end.
fn look_after(worker: &Worker, state: &mut State, now: Instant) -> Found {
    let link = &worker.process.link;
    let started = |call| link.started.has(call);
    let sent = Stand::Sent(worker.number);
    let others = state
        .calls
        .iter()
        .filter(|(call, entry)| entry.stand == sent && entry.recovery.is_none() && started(*call))
        .count();
    let (mut said, mut found) = (Vec::new(), Found::default());
    for call in state.calls.cut_ones() {
        let Some(entry) = state.calls.get(call).filter(|entry| entry.stand == sent) else { continue };
        let name = entry.call.tool.spec.name.clone();
        let Some(recovery) = &mut entry.recovery else { continue };
        if recovery.abandoned {
            found.crippled |= recovery.on_main || recovery.loop_stuck;
            continue;
        }
        found.busy = true;
        if recovery.told.is_none_or(|told| now >= told + AGAIN) {
            tell(&mut said, call, recovery.why, recovery.told.is_none());
            recovery.told = Some(now);
        }
        let age = now.saturating_duration_since(recovery.since);
        let stuck = !(recovery.pong && recovery.attached);
        if age < if stuck && others == 0 { SHORT_GRACE } else { GRACE } {
            continue;
        }
        if stuck || recovery.loop_stuck && !started(call) {
            found.end = Some(format!("`{name}` did not end when its time was up").into());
            break;
        }
        let left: Cow<'static, str> =
            format!("`{name}` did not end when its time was up, and its instance was given up").into();
        if let Some((run, stem)) = state.calls.abandon(call, left) {
            let head = Head { run, ..Head::new(Op::DropInstance, call) };
            said.extend_from_slice(&Frame::whole(head, stem.as_bytes()));
        }
        log(format_args!("`{name}` was left to itself: it did not end when its time was up"));
        found.abandoned = Some(name.to_string());
    }
    if !said.is_empty() {
        link.outbox.send(&said);
    }
    found
}

fn tell(said: &mut Vec<u8>, call: Wire, why: Cut, first: bool) {
    let text = match why {
        Cut::Bound => "tool call exceeded its bound",
        Cut::Cancelled => "tool call was cancelled",
    };
    said.extend_from_slice(&Frame::whole(Head::new(Op::Cancel, call), text.as_bytes()));
    if first {
        said.extend_from_slice(&Frame::whole(Head::new(Op::Ping, call), &[]));
    }
}
