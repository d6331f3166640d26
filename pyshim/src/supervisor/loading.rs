//! Loading the files, which runs their code: it has a bound like a call, and a file whose import does not come back is
//! blamed and passed over, so that the others are served.

use super::{about_all, keeper::Keeper, lock, seconds};
use crate::link::{Blame, Head, Op, Wire};
use std::time::{Duration, Instant};
use toolkit::{Failure, Report};

/// One load under way.
pub(super) struct Loading {
    call: Wire,
    /// The last request that it answers.
    covers: u64,
    began: Instant,
    bound: Duration,
    /// The file whose code runs, and since when.
    importing: Option<(String, Instant)>,
    /// When it was told to end, and what: an import, or the loader itself.
    told: Option<(Instant, Option<String>)>,
}

impl Loading {
    /// What is kept of the bound for the files after one that hangs, and for another worker to load them.
    fn reserve(&self) -> Duration {
        (self.bound / 3).min(Duration::from_secs(2))
    }

    /// How long an import may take to end once it was told to.
    fn grace(&self) -> Duration {
        (self.reserve() / 4).min(Duration::from_millis(400))
    }

    /// When what runs now has taken too long. A file that came late has half the reserve in any case.
    fn due(&self) -> Instant {
        let due = self.began + self.bound - self.reserve();
        self.importing.as_ref().map_or(due, |(_, since)| due.max(*since + self.reserve() / 2))
    }

    fn exceeded(&self) -> String {
        match &self.importing {
            None => format!("loading the Python files exceeded {}", seconds(self.bound)),
            Some((stem, since)) => {
                let late = *since + self.reserve() / 2 > self.began + self.bound - self.reserve();
                let bound = if late { self.reserve() / 2 } else { self.bound };
                format!("importing tools/{stem}.py exceeded {}", seconds(bound))
            }
        }
    }
}

impl Keeper {
    /// A new worker loads everything, but for files that are known not to come back.
    pub(super) fn begin_loading(&mut self) {
        let blames = {
            let tree = lock(&self.shared.tree);
            let mut state = lock(&self.shared.state);
            state.blames.retain(|blame| tree.stamp(&blame.stem).map(|s| (s.0, s.1, s.2)) == Some(blame.stamp));
            state.blames.clone()
        };
        for blame in &blames {
            // plain text and numbers always have a JSON form
            self.tell(Head::new(Op::Blame, Wire::default()), &serde_json::to_vec(blame).unwrap_or_default());
        }
        self.send_refresh();
    }

    /// Loads again when somebody asked since the last time.
    pub(super) fn load_if_asked(&mut self) {
        let asked = {
            let state = lock(&self.shared.state);
            state.asked > state.answered
        };
        if asked && self.loading.is_none() && self.process.is_some() {
            self.send_refresh();
        }
    }

    fn send_refresh(&mut self) {
        let covers = lock(&self.shared.state).asked;
        self.refreshes = self.refreshes.wrapping_add(1).max(1);
        let call = Wire { slot: 0, turn: self.refreshes };
        let (began, bound) = (Instant::now(), self.shared.bound);
        self.loading = Some(Loading { call, covers, began, bound, importing: None, told: None });
        self.tell(Head::new(Op::Refresh, call), &[]);
    }

    pub(super) fn importing(&mut self, stem: &str) {
        if let Some(loading) = &mut self.loading {
            loading.importing = Some((stem.to_owned(), Instant::now()));
        }
    }

    /// The worker has loaded the files: calls can go.
    pub(super) fn loaded(&mut self, call: Wire, body: &[u8]) {
        let Some(loading) = self.loading.take_if(|loading| loading.call == call) else { return };
        let facts: Result<String, _> = serde_json::from_slice(body);
        let listing = facts.and_then(|facts| lock(&self.shared.tree).read(&facts));
        let listing = match listing {
            Ok(listing) => listing,
            Err(error) => {
                return self.load_answered(&loading, vec![about_all(format!("the loader's facts: {error}"))]);
            }
        };
        let mut state = lock(&self.shared.state);
        state.keys = listing.tools.iter().map(|tool| (tool.spec.name.to_string(), tool.key)).collect();
        state.listing = listing;
        state.loaded += 1;
        state.link = self.process.as_ref().map(|process| process.link.clone());
        drop(state);
        self.load_answered(&loading, Vec::new());
        self.shared.send_waiting();
    }

    /// The loader itself failed, or was ended between two files.
    pub(super) fn load_failed(&mut self, call: Wire, failure: &Failure) {
        let Some(loading) = self.loading.take_if(|loading| loading.call == call) else { return };
        if loading.told.is_some() {
            // what was to end an import came between two: the rest is still to be loaded
            return self.send_refresh();
        }
        self.load_answered(&loading, vec![about_all(failure.to_string())]);
    }

    fn load_answered(&self, loading: &Loading, trouble: Vec<Report>) {
        let mut state = lock(&self.shared.state);
        state.answered = state.answered.max(loading.covers);
        state.trouble = trouble;
        drop(state);
        self.shared.listed.notify_all();
    }

    /// Ends an import that takes the time of the others, and says when to look again.
    pub(super) fn hurry_loading(&mut self, now: Instant) -> Option<Duration> {
        let loading = self.loading.as_mut()?;
        let due = loading.due();
        if now < due {
            return Some(due - now);
        }
        let (call, text) = (loading.call, loading.exceeded());
        let stem = loading.importing.as_ref().map(|(stem, _)| stem.clone());
        if let Some((since, what)) = &loading.told
            && *what == stem
        {
            let end = *since + loading.grace();
            if now < end {
                return Some(end - now);
            }
            self.end_worker(text.into());
            return None;
        }
        loading.told = Some((now, stem.clone()));
        let grace = loading.grace();
        self.tell(Head::new(Op::Cancel, call), text.as_bytes());
        if let Some(stem) = stem {
            // should it come to another worker, that one passes the file over
            self.blame(&stem, format!("TimeoutError: {text}"));
        }
        Some(grace)
    }

    fn blame(&self, stem: &str, message: String) {
        let Some(stamp) = lock(&self.shared.tree).stamp(stem) else { return };
        let mut state = lock(&self.shared.state);
        state.blames.retain(|blame| blame.stem != stem);
        state.blames.push(Blame { stem: stem.to_owned(), stamp: (stamp.0, stamp.1, stamp.2), message });
    }

    /// The worker ended while it loaded. True when a file is blamed for it, so that the next worker does better.
    pub(super) fn loading_lost(&mut self, why: Option<&str>, status: &str, others_ran: bool) -> bool {
        let Some(loading) = self.loading.take() else { return false };
        if let Some((stem, _)) = &loading.importing {
            if why.is_none() && !others_ran {
                self.blame(stem, format!("the worker ended ({status}) while importing tools/{stem}.py"));
            }
            return true;
        }
        // why it could not be used has been said
        if lock(&self.shared.state).trouble.is_empty() {
            self.trouble(match why {
                Some(why) => why.to_owned(),
                None => format!("the Python worker ended ({status}) before it was ready"),
            });
        }
        false
    }
}
