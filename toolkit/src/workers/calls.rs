//! Every call that has not ended: where it stands, and the turns on instances that are kept for a run.
//!
//! This is plain data under the supervisor's lock. Nothing here sends, waits or completes a call.

use super::Wire;
use crate::{
    context::CallId,
    provider::{Call, Cut, Done},
};
use std::{
    borrow::Cow,
    collections::{HashMap, VecDeque},
    time::Instant,
};
use toolkit_rules::Scope;

/// An instance that is kept for a run: the run, and the stem of its file.
pub(super) type Kept = (u64, String);

/// Where a call stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stand {
    /// For a worker.
    Waits,
    /// For its turn on the instance.
    Queues,
    /// Sent to the worker of this number.
    Sent(u32),
}

/// What is known of a call that is to end and has not.
#[derive(Debug)]
pub(super) struct Recovery {
    pub why: Cut,
    pub since: Instant,
    /// When it was last told to end.
    pub told: Option<Instant>,
    /// Somebody in the worker reads.
    pub pong: bool,
    /// A call could be made: the interpreter lock can be had.
    pub attached: bool,
    /// It runs on the worker's main thread.
    pub on_main: bool,
    /// The event loop was asked and has not answered.
    pub loop_stuck: bool,
    /// It is left to itself: the rest of the worker is well.
    pub abandoned: bool,
}

/// One call.
pub(super) struct Entry {
    pub call: Call,
    pub done: Done,
    pub stand: Stand,
    /// How many workers ended before it had started.
    pub moved: u8,
    /// The instance it is for, when that is kept.
    pub kept: Option<Kept>,
    /// What its caller is told beside the outcome.
    pub note: Option<Cow<'static, str>>,
    pub recovery: Option<Recovery>,
}

#[derive(Default)]
struct Slot {
    turn: u32,
    entry: Option<Entry>,
}

/// The turns on one kept instance.
#[derive(Default)]
struct Turns {
    busy: bool,
    queue: VecDeque<Wire>,
    /// Why the next call finds a fresh instance.
    fresh: Option<Cow<'static, str>>,
}

/// All of them.
#[derive(Default)]
pub(super) struct Calls {
    slots: Vec<Slot>,
    free: Vec<u32>,
    waiting: VecDeque<Wire>,
    turns: HashMap<Kept, Turns>,
    /// Calls that are to end and have not.
    cut: Vec<Wire>,
}

impl Calls {
    /// Takes a call in. It waits for a worker, or queues for its instance.
    pub(super) fn admit(&mut self, call: Call, done: Done) -> Wire {
        let spec = &call.tool.spec;
        let kept = (spec.scope == Scope::Run).then(|| (call.context.run_id().0, spec.origin.stem.to_string()));
        let mut entry = Entry { call, done, stand: Stand::Waits, moved: 0, kept, note: None, recovery: None };
        let index = self.free.pop().unwrap_or_else(|| {
            self.slots.push(Slot::default());
            u32::try_from(self.slots.len() - 1).unwrap_or(u32::MAX)
        });
        let slot = &mut self.slots[index as usize];
        slot.turn = slot.turn.wrapping_add(1).max(1);
        // slot 0 on the wire is the loading
        let wire = Wire { slot: index + 1, turn: slot.turn };
        if let Some(kept) = &entry.kept {
            let turns = self.turns.entry(kept.clone()).or_default();
            if turns.busy {
                entry.stand = Stand::Queues;
                turns.queue.push_back(wire);
            } else {
                turns.busy = true;
                entry.note = turns.fresh.take();
            }
        }
        slot.entry = Some(entry);
        wire
    }

    fn slot(&mut self, wire: Wire) -> Option<&mut Slot> {
        let slot = self.slots.get_mut((wire.slot as usize).checked_sub(1)?)?;
        (slot.turn == wire.turn).then_some(slot)
    }

    /// The call of this number.
    pub(super) fn get(&mut self, wire: Wire) -> Option<&mut Entry> {
        self.slot(wire)?.entry.as_mut()
    }

    /// The number of a call.
    pub(super) fn find(&self, id: CallId) -> Option<Wire> {
        self.iter().find(|(_, entry)| entry.call.id == id).map(|(wire, _)| wire)
    }

    /// All of them.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Wire, &Entry)> {
        (1..).zip(&self.slots).filter_map(|(slot, s)| Some((Wire { slot, turn: s.turn }, s.entry.as_ref()?)))
    }

    /// Takes a call out. The next one in its turn, if there is one, waits for a worker then.
    pub(super) fn remove(&mut self, wire: Wire) -> Option<Entry> {
        let entry = self.slot(wire)?.entry.take()?;
        self.free.push(wire.slot - 1);
        if entry.recovery.is_some() {
            self.cut.retain(|&cut| cut != wire);
        }
        match entry.stand {
            Stand::Waits => self.waiting.retain(|&waiting| waiting != wire),
            Stand::Queues => {
                let turns = entry.kept.as_ref().and_then(|kept| self.turns.get_mut(kept));
                if let Some(turns) = turns {
                    turns.queue.retain(|&queued| queued != wire);
                }
            }
            Stand::Sent(_) => {}
        }
        if entry.stand != Stand::Queues
            && let Some(kept) = &entry.kept
        {
            self.pass_turn(kept);
        }
        Some(entry)
    }

    /// The instance is free for the next call that queues for it.
    fn pass_turn(&mut self, kept: &Kept) {
        let Some(turns) = self.turns.get_mut(kept) else { return };
        let next = turns.queue.pop_front();
        turns.busy = next.is_some();
        let Some(next) = next else { return };
        let fresh = turns.fresh.take();
        if let Some(entry) = self.get(next) {
            entry.stand = Stand::Waits;
            entry.note = fresh;
            self.waiting.push_back(next);
        }
    }

    /// A call that was admitted and has its turn waits for a worker.
    pub(super) fn wait(&mut self, wire: Wire) {
        if self.get(wire).is_some_and(|entry| entry.stand == Stand::Waits) {
            self.waiting.push_back(wire);
        }
    }

    /// The call that has waited longest.
    pub(super) fn next_waiting(&mut self) -> Option<Wire> {
        self.waiting.pop_front()
    }

    pub(super) fn any_waits(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// The call has not begun after all, and waits again; given back when that happened before.
    pub(super) fn send_again(&mut self, wire: Wire) -> Option<Entry> {
        let entry = self.get(wire)?;
        entry.moved += 1;
        if entry.moved > 2 {
            return self.remove(wire);
        }
        entry.stand = Stand::Waits;
        self.waiting.push_front(wire);
        None
    }

    /// The call is to end.
    pub(super) fn cut(&mut self, wire: Wire, why: Cut, now: Instant) {
        let Some(entry) = self.get(wire).filter(|entry| entry.recovery.is_none()) else { return };
        entry.recovery = Some(Recovery {
            why,
            since: now,
            told: None,
            pong: false,
            attached: false,
            on_main: false,
            loop_stuck: false,
            abandoned: false,
        });
        self.cut.push(wire);
    }

    /// Calls that are to end and have not.
    pub(super) fn cut_ones(&self) -> Vec<Wire> {
        self.cut.clone()
    }

    pub(super) fn any_cut(&self) -> bool {
        !self.cut.is_empty()
    }

    /// The call is left to itself: its instance is not used again, and the next in turn need not wait.
    pub(super) fn abandon(&mut self, wire: Wire, fresh: Cow<'static, str>) -> Option<Kept> {
        let entry = self.get(wire)?;
        if let Some(recovery) = &mut entry.recovery {
            recovery.abandoned = true;
        }
        let kept = entry.kept.take()?;
        if let Some(turns) = self.turns.get_mut(&kept) {
            turns.fresh = Some(fresh);
        }
        self.pass_turn(&kept);
        Some(kept)
    }

    /// No kept instance is used again, and why: the worker that takes calls is another.
    pub(super) fn lose_instances(&mut self, why: String) {
        let why: Cow<'static, str> = why.into();
        for turns in self.turns.values_mut() {
            turns.fresh = Some(why.clone());
        }
    }

    /// A worker is gone. Calls that had not started wait for the next one; those that had, or have no worker left to
    /// wait for, are given back.
    pub(super) fn worker_ended(&mut self, number: u32, started: impl Fn(Wire) -> bool) -> Vec<Entry> {
        let sent = Stand::Sent(number);
        let sent: Vec<Wire> = self.iter().filter(|(_, entry)| entry.stand == sent).map(|(wire, _)| wire).collect();
        let mut ended = Vec::new();
        // backwards, since each goes before the ones that wait already
        for wire in sent.into_iter().rev() {
            let lost = self.get(wire).is_none_or(|entry| {
                entry.moved += 1;
                entry.recovery.is_some() || entry.moved > 2 || started(wire)
            });
            if lost {
                ended.extend(self.remove(wire));
                continue;
            }
            self.waiting.push_front(wire);
            let entry = self.slots.get_mut(wire.slot as usize - 1).and_then(|slot| slot.entry.as_mut());
            let Some(entry) = entry else { continue };
            entry.stand = Stand::Waits;
            if let Some(turns) = entry.kept.as_ref().and_then(|kept| self.turns.get_mut(kept)) {
                entry.note = turns.fresh.take();
            }
        }
        ended
    }

    /// Gives all calls back.
    pub(super) fn take_all(&mut self) -> Vec<Entry> {
        let all: Vec<Wire> = self.iter().map(|(wire, _)| wire).collect();
        all.into_iter().filter_map(|wire| self.remove(wire)).collect()
    }

    /// Gives back the calls that wait for a worker, and those that queue behind them.
    pub(super) fn take_waiting(&mut self) -> Vec<Entry> {
        let mut taken = Vec::new();
        while let Some(wire) = self.next_waiting() {
            taken.extend(self.remove(wire));
        }
        taken
    }

    /// Nobody asks for the run's instances again.
    pub(super) fn end_run(&mut self, run: u64) {
        self.turns.retain(|(of, _), turns| *of != run || turns.busy);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        context::{Context, RunId},
        provider::{Arguments, Offered},
        spec::{Extras, Origin, ToolSpec},
    };
    use std::{
        sync::{Arc, Mutex},
        time::Duration,
    };
    use toolkit_rules::Held;

    fn call(id: u64, run: u64, scope: Scope) -> Call {
        let text = |text: &str| Held::from(text.to_string());
        let origin =
            Origin { file: text("tools/t.py"), stem: text("t"), package: text(""), line: 1, column: 1, place: 0 };
        let spec = ToolSpec {
            name: text("t__f"),
            description: text(""),
            wrapped: false,
            params: Held::from(Vec::new()),
            scope,
            schema: text("{}"),
            entry: text("{}"),
            origin,
            bound: None,
            extras: Extras::NONE,
        };
        Call {
            id: CallId(id),
            tool: Offered { spec: Arc::new(spec), key: 0 },
            arguments: Arguments { text: "{}".into(), values: Vec::new() },
            context: Context::alone(RunId(run), Instant::now() + Duration::from_secs(1)),
        }
    }

    fn admit(calls: &mut Calls, id: u64, run: u64, scope: Scope) -> Wire {
        let wire = calls.admit(call(id, run, scope), Done::new(|_| ()));
        calls.wait(wire);
        wire
    }

    fn send_all(calls: &mut Calls) -> Vec<u64> {
        let mut sent = Vec::new();
        while let Some(wire) = calls.next_waiting() {
            let entry = calls.get(wire).expect("a call that waits is there");
            entry.stand = Stand::Sent(1);
            sent.push(entry.call.id.0);
        }
        sent
    }

    #[test]
    fn calls_on_one_instance_go_one_at_a_time_and_others_do_not_wait() {
        let mut calls = Calls::default();
        let first = admit(&mut calls, 1, 7, Scope::Run);
        let second = admit(&mut calls, 2, 7, Scope::Run);
        admit(&mut calls, 3, 8, Scope::Run);
        admit(&mut calls, 4, 7, Scope::Call);
        assert_eq!(send_all(&mut calls), [1, 3, 4]);
        calls.remove(first);
        assert_eq!(send_all(&mut calls), [2]);
        calls.remove(second);
        admit(&mut calls, 5, 7, Scope::Run);
        assert_eq!(send_all(&mut calls), [5]);
    }

    #[test]
    fn a_call_that_is_cut_while_it_queues_leaves_the_queue() {
        let mut calls = Calls::default();
        let first = admit(&mut calls, 1, 7, Scope::Run);
        let second = admit(&mut calls, 2, 7, Scope::Run);
        admit(&mut calls, 3, 7, Scope::Run);
        assert_eq!(send_all(&mut calls), [1]);
        calls.remove(second);
        calls.remove(first);
        assert_eq!(send_all(&mut calls), [3]);
    }

    #[test]
    fn the_call_after_an_abandoned_one_is_told_of_its_fresh_instance_once() {
        let mut calls = Calls::default();
        let first = admit(&mut calls, 1, 7, Scope::Run);
        let second = admit(&mut calls, 2, 7, Scope::Run);
        let third = admit(&mut calls, 3, 7, Scope::Run);
        send_all(&mut calls);
        calls.cut(first, Cut::Bound, Instant::now());
        assert_eq!(calls.abandon(first, "stuck".into()), Some((7, "t".into())));
        assert_eq!(send_all(&mut calls), [2]);
        assert_eq!(calls.get(second).unwrap().note.as_deref(), Some("stuck"));
        calls.remove(second);
        assert_eq!(send_all(&mut calls), [3]);
        assert_eq!(calls.get(third).unwrap().note, None);
        // when the abandoned one ends after all, nobody's turn is touched
        calls.remove(first);
        admit(&mut calls, 4, 7, Scope::Run);
        assert_eq!(send_all(&mut calls), Vec::<u64>::new());
    }

    #[test]
    fn what_had_not_started_goes_to_the_next_worker_twice_at_most() {
        let mut calls = Calls::default();
        let started = admit(&mut calls, 1, 7, Scope::Call);
        for id in 2..5 {
            admit(&mut calls, id, 7, Scope::Call);
        }
        send_all(&mut calls);
        admit(&mut calls, 5, 7, Scope::Call);
        let ids = |ended: Vec<Entry>| ended.iter().map(|entry| entry.call.id.0).collect::<Vec<_>>();
        assert!(calls.worker_ended(2, |_| true).is_empty(), "another worker ended");
        assert_eq!(ids(calls.worker_ended(1, |wire| wire == started)), [1]);
        assert_eq!(send_all(&mut calls), [2, 3, 4, 5]);
        assert!(calls.worker_ended(1, |_| false).is_empty());
        assert_eq!(send_all(&mut calls), [2, 3, 4, 5]);
        assert_eq!(ids(calls.worker_ended(1, |_| false)), [4, 3, 2]);
        assert_eq!(send_all(&mut calls), [5]);
    }

    #[test]
    fn a_slot_that_is_used_again_does_not_answer_for_the_call_before() {
        let mut calls = Calls::default();
        let finished = Arc::new(Mutex::new(Vec::new()));
        let first = admit(&mut calls, 1, 7, Scope::Call);
        calls.remove(first);
        let second = calls.admit(call(2, 7, Scope::Call), {
            let finished = Arc::clone(&finished);
            Done::new(move |outcome| finished.lock().unwrap().push(outcome))
        });
        assert_eq!(first.slot, second.slot);
        assert!(calls.remove(first).is_none());
        assert_eq!(calls.find(CallId(2)), Some(second));
        assert!(finished.lock().unwrap().is_empty());
    }
}
