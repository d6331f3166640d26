//! Runs: which key is which, and when one ends by itself. What lives as long as a run is the providers' business.

use crate::context::RunId;
use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// After this long without a call a run ends.
const IDLE: Duration = Duration::from_secs(30 * 60);
/// Past this many the one that is idle longest ends.
const MOST: usize = 1000;

/// The runs that are alive.
pub(crate) struct Runs {
    state: Mutex<State>,
}

struct State {
    by_key: HashMap<Box<str>, RunId>,
    alive: HashMap<RunId, Run>,
    next: u64,
}

struct Run {
    key: Option<Box<str>>,
    used: Instant,
    calls: u32,
}

impl Runs {
    pub(crate) fn new() -> Self {
        Self { state: Mutex::new(State { by_key: HashMap::new(), alive: HashMap::new(), next: 1 }) }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The run of this key, and the runs that end for its sake.
    pub(crate) fn of(&self, key: &str, now: Instant) -> (RunId, Vec<RunId>) {
        let mut state = self.lock();
        if let Some(run) = state.by_key.get(key).copied() {
            if let Some(known) = state.alive.get_mut(&run) {
                known.used = now;
            }
            return (run, Vec::new());
        }
        state.begin(Some(key), now)
    }

    /// A new run, and the runs that end for its sake: the one that had this key before, and those long idle. An empty
    /// key is nobody's.
    pub(crate) fn begin(&self, key: &str, now: Instant) -> (RunId, Vec<RunId>) {
        let mut state = self.lock();
        let before = state.by_key.remove(key);
        if let Some(run) = before {
            state.alive.remove(&run);
        }
        let (run, mut ended) = state.begin((!key.is_empty()).then_some(key), now);
        ended.extend(before);
        (run, ended)
    }

    /// A call of this run begins.
    pub(crate) fn enter(&self, run: RunId, now: Instant) {
        let mut state = self.lock();
        let known = state.alive.entry(run).or_insert(Run { key: None, used: now, calls: 0 });
        known.used = now;
        known.calls += 1;
    }

    /// A call of this run is over.
    pub(crate) fn leave(&self, run: RunId, now: Instant) {
        if let Some(known) = self.lock().alive.get_mut(&run) {
            known.used = now;
            known.calls = known.calls.saturating_sub(1);
        }
    }

    /// What a run is called by whoever began it.
    pub(crate) fn key(&self, run: RunId) -> Option<String> {
        self.lock().alive.get(&run)?.key.as_deref().map(str::to_owned)
    }

    /// Forgets a run.
    pub(crate) fn end(&self, run: RunId) {
        self.lock().forget(run);
    }

    /// Ends what has been idle for too long.
    pub(crate) fn expired(&self, now: Instant) -> Vec<RunId> {
        self.lock().expire(now)
    }
}

impl State {
    fn begin(&mut self, key: Option<&str>, now: Instant) -> (RunId, Vec<RunId>) {
        let ended = if self.alive.len() < MOST { Vec::new() } else { self.make_room(now) };
        let run = RunId(self.next);
        self.next += 1;
        if let Some(key) = key {
            self.by_key.insert(key.into(), run);
        }
        self.alive.insert(run, Run { key: key.map(Into::into), used: now, calls: 0 });
        (run, ended)
    }

    fn make_room(&mut self, now: Instant) -> Vec<RunId> {
        let mut ended = self.expire(now);
        if self.alive.len() >= MOST {
            let idle = self.alive.iter().filter(|(_, run)| run.calls == 0).min_by_key(|(_, run)| run.used);
            if let Some(run) = idle.map(|(id, _)| *id) {
                self.forget(run);
                ended.push(run);
            }
        }
        ended
    }

    fn expire(&mut self, now: Instant) -> Vec<RunId> {
        let idle = |run: &Run| run.calls == 0 && now.saturating_duration_since(run.used) >= IDLE;
        let ended: Vec<_> = self.alive.iter().filter(|(_, run)| idle(run)).map(|(id, _)| *id).collect();
        for run in &ended {
            self.forget(*run);
        }
        ended
    }

    fn forget(&mut self, run: RunId) {
        if let Some(Run { key: Some(key), .. }) = self.alive.remove(&run) {
            self.by_key.remove(&key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_one_run_until_it_ends() {
        let (runs, now) = (Runs::new(), Instant::now());
        let (first, _) = runs.of("a", now);
        assert_eq!(runs.of("a", now), (first, vec![]));
        assert_ne!(runs.of("b", now).0, first);
        let (second, ended) = runs.begin("a", now);
        assert_eq!((second == first, ended), (false, vec![first]), "a new run of a key ends the old one");
        assert_ne!(runs.begin("", now).0, runs.begin("", now).0, "an empty key is nobody's");
        runs.end(second);
        assert_ne!(runs.of("a", now).0, second);
    }

    #[test]
    fn a_run_ends_after_half_an_hour_without_a_call() {
        let (runs, now) = (Runs::new(), Instant::now());
        let (idle, busy) = (runs.of("idle", now).0, runs.of("busy", now).0);
        runs.enter(busy, now);
        assert_eq!(runs.expired(now + IDLE - Duration::from_secs(1)), []);
        assert_eq!(runs.expired(now + IDLE), [idle]);
        runs.leave(busy, now + IDLE);
        assert_eq!(runs.expired(now + IDLE), []);
        assert_eq!(runs.expired(now + IDLE + IDLE), [busy]);
    }

    #[test]
    fn past_the_cap_the_longest_idle_ends_first() {
        let (runs, now) = (Runs::new(), Instant::now());
        let at = |n: usize| now + Duration::from_millis(n as u64);
        let all: Vec<_> = (0..MOST).map(|n| runs.of(&n.to_string(), at(n)).0).collect();
        runs.enter(all[0], at(0));
        assert_eq!(runs.of("one more", at(MOST)).1, [all[1]], "the first is in a call");
    }
}
