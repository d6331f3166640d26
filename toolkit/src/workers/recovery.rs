//! Calls that nobody waits for any more: they are told to end, and when that does not help the worker is made fit for the
//! next call.
//!
//! A call that ends is as if nothing had happened. One that does not end, in a worker that can make other calls, is left
//! to itself. When it can make none (the interpreter lock is not to be had), the worker and all that it started is ended.

use super::{Frame, Head, Op, Wire, calls::Stand, keeper::Keeper, lock, log};
use crate::provider::Cut;
use std::{
    borrow::Cow,
    time::{Duration, Instant},
};

/// So often a call is told to end.
const AGAIN: Duration = Duration::from_millis(50);
/// So long it may take to end when others run beside it.
const GRACE: Duration = Duration::from_millis(400);
/// So long when nobody else would be lost with the worker.
const SHORT_GRACE: Duration = Duration::from_millis(100);

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
        let Some(link) = self.process.as_ref().map(|process| process.link.clone()) else { return false };
        let mut state = lock(&self.shared.state);
        if !state.calls.any_cut() {
            return false;
        }
        let started = |call| link.started.has(call);
        let others = state
            .calls
            .iter()
            .filter(|(call, entry)| entry.stand == Stand::Sent && entry.recovery.is_none() && started(*call))
            .count();
        let (mut said, mut busy) = (Vec::new(), false);
        let mut end: Option<Cow<'static, str>> = None;
        // the main thread or the event loop belongs to a call that was left to itself
        let mut crippled = false;
        for call in state.calls.cut_ones() {
            let Some(entry) = state.calls.get(call) else { continue };
            let name = entry.call.tool.spec.name.clone();
            let Some(recovery) = &mut entry.recovery else { continue };
            if recovery.abandoned {
                crippled |= recovery.on_main || recovery.loop_stuck;
                continue;
            }
            busy = true;
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
                end = Some(format!("`{name}` did not end when its time was up").into());
                break;
            }
            let left: Cow<'static, str> =
                format!("`{name}` did not end when its time was up, and its instance was given up").into();
            if let Some((run, stem)) = state.calls.abandon(call, left) {
                let head = Head { run, ..Head::new(Op::DropInstance, call) };
                said.extend_from_slice(&Frame::whole(head, stem.as_bytes()));
            }
            log(format_args!("`{name}` was left to itself: it did not end when its time was up"));
        }
        drop(state);
        link.outbox.send(&said);
        if end.is_none() && crippled && others == 0 {
            end = Some("a call that did not end had its main thread or its event loop".into());
        }
        if let Some(why) = end {
            self.end_worker(why);
        }
        busy
    }
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
