//! Instances of impl blocks with `scope = "run"`: one a run, one call at a time, kept when the call on it really ended.

use super::{Pool, panics::PANIC, panics::caught};
use crate::{
    context::{CallId, Context, RunId},
    error::Failure,
    linked::{Group, Instance},
    outcome::{Notes, Outcome},
};
use std::{
    collections::{HashMap, VecDeque},
    ptr,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

const AFTER_PANIC: &str = "a panic ended the instance that this run had";
const AFTER_CUT: &str = "the call before was cut short and had not ended, so its instance is lost";

/// The instances of all runs.
#[derive(Clone)]
pub(super) struct Instances {
    shared: Arc<Shared>,
}

struct Shared {
    slots: Mutex<HashMap<Key, Slot>>,
    born: AtomicU64,
    pool: Pool,
}

/// A group is known by its address: it is a static.
type Key = (usize, RunId);

#[derive(Default)]
struct Slot {
    /// Which slot it is: a run that ended and began again has another, and gets nothing of the old one.
    born: u64,
    instance: Option<Box<Instance>>,
    busy: Option<CallId>,
    /// The call that had the instance last; one that was cut gives it back only when no other had one since.
    last: Option<CallId>,
    waiting: VecDeque<Waiting>,
    /// Why the next instance is a fresh one, when another was lost.
    lost: Option<&'static str>,
}

struct Waiting {
    id: CallId,
    group: &'static Group,
    go: Box<dyn FnOnce(Turn) + Send>,
}

impl Instances {
    pub(super) fn new(pool: Pool) -> Self {
        Self { shared: Arc::new(Shared { slots: Mutex::default(), born: AtomicU64::new(1), pool }) }
    }

    /// Calls `go` as soon as no other call is on the run's instance.
    pub(super) fn take(&self, group: &'static Group, run: RunId, id: CallId, go: impl FnOnce(Turn) + Send + 'static) {
        let key = (ptr::from_ref(group).addr(), run);
        let mut slots = self.shared.lock();
        let slot = slots
            .entry(key)
            .or_insert_with(|| Slot { born: self.shared.born.fetch_add(1, Ordering::Relaxed), ..Slot::default() });
        let waiting = Waiting { id, group, go: Box::new(go) };
        if slot.busy.is_some() {
            slot.waiting.push_back(waiting);
            return;
        }
        let begun = self.shared.begin(key, slot, waiting);
        drop(slots);
        begun();
    }

    /// Nobody waits for this call any more. One that is on an instance keeps it to itself; the next call gets the
    /// instance only when this one ends first.
    pub(super) fn cut(&self, id: CallId) {
        let mut slots = self.shared.lock();
        let mut dropped = None;
        let mut begun = None;
        for (key, slot) in slots.iter_mut() {
            if let Some(at) = slot.waiting.iter().position(|waiting| waiting.id == id) {
                dropped = slot.waiting.remove(at);
                break;
            }
            if slot.busy == Some(id) {
                slot.busy = None;
                slot.lost = Some(AFTER_CUT);
                begun = slot.waiting.pop_front().map(|next| self.shared.begin(*key, slot, next));
                break;
            }
        }
        drop(slots);
        drop(dropped);
        if let Some(begun) = begun {
            begun();
        }
    }

    pub(super) fn end_run(&self, run: RunId) {
        self.shared.drop_slots(|(_, other)| *other == run);
    }

    pub(super) fn stop(&self) {
        self.shared.drop_slots(|_| true);
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, HashMap<Key, Slot>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives the slot to a call. What is returned starts it, and is called without the lock.
    fn begin(self: &Arc<Self>, key: Key, slot: &mut Slot, next: Waiting) -> impl FnOnce() + use<> {
        slot.busy = Some(next.id);
        slot.last = Some(next.id);
        let instance = slot.instance.take();
        let lost = if instance.is_none() { slot.lost } else { None };
        slot.lost = None;
        let turn = Turn {
            group: next.group,
            instance,
            lost,
            panicked: false,
            home: Some(Home { shared: Arc::clone(self), key, born: slot.born, id: next.id }),
        };
        move || (next.go)(turn)
    }

    /// Author's code runs when an instance is dropped, so it is dropped where author's code may block.
    fn drop_slots(&self, which: impl Fn(&Key) -> bool) {
        let gone: Vec<_> = self.lock().extract_if(|key, _| which(key)).collect();
        if !gone.is_empty() {
            self.pool.submit(CallId(u64::MAX - 1), move || drop(gone));
        }
    }
}

/// A call's hold on an instance.
pub(super) struct Turn {
    group: &'static Group,
    instance: Option<Box<Instance>>,
    lost: Option<&'static str>,
    panicked: bool,
    home: Option<Home>,
}

/// Where the instance goes when the call is over.
struct Home {
    shared: Arc<Shared>,
    key: Key,
    born: u64,
    id: CallId,
}

impl Turn {
    /// A turn on an instance that lives as long as one call.
    pub(super) fn once(group: &'static Group) -> Self {
        Self { group, instance: None, lost: None, panicked: false, home: None }
    }

    /// The instance, made when there is none.
    pub(super) fn instance(&mut self, context: &Context) -> Result<&mut Instance, Failure> {
        let instance = match self.instance.take() {
            Some(instance) => instance,
            None => (self.group.construct)(context)?,
        };
        Ok(&mut **self.instance.insert(instance))
    }

    /// After a panic an instance is not used again.
    pub(super) fn ended(&mut self, outcome: &Outcome) {
        self.panicked = matches!(outcome, Err(failure) if failure.kind == PANIC);
    }

    pub(super) fn notes(&self) -> Notes {
        Notes { fresh_instance: self.lost.map(Into::into) }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut instance = self.instance.take();
        if self.panicked {
            drop_instance(instance.take());
        }
        let Some(Home { shared, key, born, id }) = self.home.take() else { return drop_instance(instance) };
        let mut slots = shared.lock();
        let Some(slot) = slots.get_mut(&key).filter(|slot| slot.born == born) else {
            drop(slots);
            return drop_instance(instance);
        };
        let mut begun = None;
        if slot.busy == Some(id) {
            slot.busy = None;
            // A loss that no call was told of yet is told to the next.
            slot.lost = match (&instance, self.panicked) {
                (Some(_), _) => None,
                (None, true) => Some(AFTER_PANIC),
                (None, false) => self.lost,
            };
            slot.instance = instance.take();
            begun = slot.waiting.pop_front().map(|next| shared.begin(key, slot, next));
        } else if slot.last == Some(id) && !self.panicked {
            // It was cut short, but ended before anybody asked for another instance.
            slot.lost = None;
            slot.instance = instance.take();
        }
        drop(slots);
        if let Some(begun) = begun {
            begun();
        }
        drop_instance(instance);
    }
}

fn drop_instance(instance: Option<Box<Instance>>) {
    let _ = caught(|| {
        drop(instance);
        Ok(())
    });
}
