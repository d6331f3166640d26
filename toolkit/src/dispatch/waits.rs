//! Which call waits for which: calls on one kept instance wait for the one that has it, a call that asked for
//! another waits for that one. Where such a wait would never end, the call that would close the circle is refused.
//!
//! Only calls on kept instances, calls of calls, and those that made them are known here. Nothing here waits.

use crate::{
    context::{CallId, RunId},
    error::Failure,
    spec::ToolSpec,
};
use std::{
    collections::{HashMap, HashSet},
    hash::{Hash, Hasher},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Calls of calls of calls, this many at most.
const DEPTH: u32 = 64;

/// See the module's text.
#[derive(Default)]
pub(super) struct Waits(Mutex<State>);

#[derive(Default)]
struct State {
    /// The calls on each kept instance.
    queues: HashMap<Kept, Vec<CallId>>,
    calls: HashMap<CallId, Known>,
}

struct Known {
    tool: Arc<ToolSpec>,
    kept: Option<Kept>,
    parent: Option<CallId>,
    depth: u32,
    children: Vec<CallId>,
}

/// An instance that is kept for a run: a file holds one class or impl block.
#[derive(Clone)]
pub(super) struct Kept {
    pub(super) source: usize,
    pub(super) tool: Arc<ToolSpec>,
    pub(super) run: RunId,
}

impl Kept {
    fn key(&self) -> (usize, &str, &str, RunId) {
        let origin = &self.tool.origin;
        (self.source, &origin.stem, &origin.package, self.run)
    }
}

impl PartialEq for Kept {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Kept {}

impl Hash for Kept {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

/// The call that asked for another.
#[derive(Clone, Debug)]
pub(super) struct Parent {
    pub(super) id: CallId,
    pub(super) tool: Arc<ToolSpec>,
}

impl Waits {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A call comes in; refused when it would wait for one that waits for it.
    pub(super) fn enter(
        &self,
        id: CallId,
        tool: &Arc<ToolSpec>,
        kept: Option<Kept>,
        parent: Option<&Parent>,
    ) -> Result<(), Failure> {
        let mut state = self.lock();
        let mut depth = 0;
        if let Some(parent) = parent {
            depth = state.calls.get(&parent.id).map_or(0, |known| known.depth) + 1;
            if depth > DEPTH {
                let message = format!("calls of calls go {DEPTH} deep at most, and `{}` is one more", tool.name);
                return Err(Failure::new("RecursionError", message));
            }
            if let Some(kept) = &kept
                && let Some(circle) = state.circle(kept, parent)
            {
                return Err(refusal(tool, parent, &circle));
            }
            let known = state.calls.entry(parent.id).or_insert_with(|| Known::new(Arc::clone(&parent.tool)));
            known.children.push(id);
        }
        if let Some(kept) = &kept {
            state.queues.entry(kept.clone()).or_default().push(id);
        }
        let known = Known { kept, parent: parent.map(|parent| parent.id), depth, ..Known::new(Arc::clone(tool)) };
        state.calls.insert(id, known);
        Ok(())
    }

    /// A call is no longer waited for; the calls that it made go with it.
    pub(super) fn leave(&self, id: CallId) -> Vec<CallId> {
        let mut state = self.lock();
        let Some(known) = state.calls.remove(&id) else { return Vec::new() };
        if let Some(kept) = known.kept
            && let Some(queue) = state.queues.get_mut(&kept)
        {
            queue.retain(|&other| other != id);
            if queue.is_empty() {
                state.queues.remove(&kept);
            }
        }
        if let Some(parent) = known.parent.and_then(|parent| state.calls.get_mut(&parent)) {
            parent.children.retain(|&other| other != id);
        }
        known.children
    }
}

impl Known {
    fn new(tool: Arc<ToolSpec>) -> Self {
        Self { tool, kept: None, parent: None, depth: 0, children: Vec::new() }
    }
}

impl State {
    /// The call that a further call on this instance, made by `parent`, would wait for while that waits for it.
    fn circle(&self, kept: &Kept, parent: &Parent) -> Option<Arc<ToolSpec>> {
        let mut above = HashSet::new();
        let mut next = Some(parent.id);
        while let Some(id) = next {
            above.insert(id);
            next = self.calls.get(&id).and_then(|known| known.parent);
        }
        let mut seen = HashSet::new();
        let mut waits_for: Vec<CallId> = self.queues.get(kept).cloned().unwrap_or_default();
        while let Some(id) = waits_for.pop() {
            if !seen.insert(id) {
                continue;
            }
            let Some(known) = self.calls.get(&id) else { continue };
            if above.contains(&id) {
                return Some(Arc::clone(&known.tool));
            }
            for child in &known.children {
                waits_for.push(*child);
                waits_for.extend(self.beside(*child));
            }
        }
        None
    }

    /// The calls on the same instance, whichever came first: of two that come at once the later here may be the first
    /// there. One that has made calls has begun, so all others wait for it; one that has made none leads no further.
    fn beside(&self, id: CallId) -> impl Iterator<Item = CallId> + '_ {
        let kept = self.calls.get(&id).and_then(|known| known.kept.as_ref());
        let queue = kept.and_then(|kept| self.queues.get(kept)).map_or(&[][..], Vec::as_slice);
        queue.iter().copied().filter(move |&other| other != id)
    }
}

fn refusal(tool: &ToolSpec, parent: &Parent, holder: &ToolSpec) -> Failure {
    let (asked, by, held) = (&tool.name, &parent.tool.name, &holder.name);
    let message = if by == held {
        format!(
            "`{by}` cannot wait for `{asked}`: its own call has the instance; call the method itself, or hand over what it needs"
        )
    } else {
        format!(
            "`{by}` cannot wait for `{asked}`: the call of `{held}` has the instance and waits for this one; hand over what it needs in the arguments"
        )
    };
    Failure::new("RuntimeError", message)
}
