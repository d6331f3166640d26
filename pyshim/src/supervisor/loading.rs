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
    until: Instant,
    /// The file whose code runs.
    importing: Option<String>,
    /// When it was told to end an import, and which.
    told: Option<(Instant, Option<String>)>,
    /// The file after one that was ended is left alone until here.
    spared: Option<Instant>,
}

impl Loading {
    fn bound(&self) -> Duration {
        self.until.saturating_duration_since(self.began)
    }

    /// What is kept of the bound for the files after one that hangs, and for another worker to load them.
    fn reserve(&self) -> Duration {
        (self.bound() / 3).min(Duration::from_secs(2))
    }

    /// How long an import may take to end once it was told to.
    fn grace(&self) -> Duration {
        (self.reserve() / 4).min(Duration::from_millis(400))
    }

    fn exceeded(&self) -> String {
        match &self.importing {
            Some(stem) => format!("importing tools/{stem}.py exceeded {}", seconds(self.bound())),
            None => format!("loading the Python files exceeded {}", seconds(self.bound())),
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
        match &mut self.loading {
            None if asked && self.process.is_some() => self.send_refresh(),
            // whoever asks while it loads may be in more of a hurry
            Some(loading) if asked => {
                let until = lock(&self.shared.state).until;
                loading.until = until.map_or(loading.until, |until| until.min(loading.until));
            }
            _ => {}
        }
    }

    fn send_refresh(&mut self) {
        let now = Instant::now();
        let (covers, until) = {
            let state = lock(&self.shared.state);
            let asked = (state.asked > state.answered).then_some(state.until).flatten();
            (state.asked, asked.unwrap_or(now + self.shared.bound))
        };
        self.refreshes = self.refreshes.wrapping_add(1).max(1);
        let call = Wire { slot: 0, turn: self.refreshes };
        self.loading = Some(Loading { call, covers, began: now, until, importing: None, told: None, spared: None });
        self.tell(Head::new(Op::Refresh, call), &[]);
    }

    pub(super) fn importing(&mut self, stem: &str) {
        if let Some(loading) = &mut self.loading {
            loading.importing = Some(stem.to_owned());
            if loading.told.as_ref().is_some_and(|(_, told)| *told != loading.importing) {
                loading.spared = Some(Instant::now() + loading.grace());
            }
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
        if loading.told.is_some() && Instant::now() < loading.until {
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
        let due = loading.until.checked_sub(loading.reserve()).unwrap_or(loading.began);
        let due = loading.spared.map_or(due, |spared| due.max(spared));
        if now < due {
            return Some(due - now);
        }
        let grace = loading.grace();
        let (call, text) = (loading.call, loading.exceeded());
        match &loading.told {
            Some((since, which)) if *which == loading.importing => {
                if now < *since + grace {
                    return Some(*since + grace - now);
                }
                if let Some(stem) = loading.importing.clone() {
                    self.blame(&stem, format!("TimeoutError: {text}"));
                } else if now < loading.until {
                    return Some(loading.until - now);
                }
                self.end_worker(text.into());
                None
            }
            _ => {
                loading.told = Some((now, loading.importing.clone()));
                self.tell(Head::new(Op::Cancel, call), text.as_bytes());
                Some(grace)
            }
        }
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
        if let Some(stem) = &loading.importing {
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
