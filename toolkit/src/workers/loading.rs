//! Loading what the worker serves, which may run the code of tools: it has a bound like a call, and a part whose loading
//! does not come back is blamed and passed over, so that the others are served.

use super::{Head, Op, Source, Wire, keeper::Keeper, lock, supervisor::seconds};
use crate::error::{Failure, Report};
use std::time::{Duration, Instant};

/// One load under way.
pub(super) struct Loading {
    call: Wire,
    /// The last request that it answers.
    covers: u64,
    began: Instant,
    bound: Duration,
    /// The part whose code runs, and since when.
    importing: Option<(String, Instant)>,
    /// When it was told to end, and what: a part, or the loader itself.
    told: Option<(Instant, Option<String>)>,
}

impl Loading {
    /// What is kept of the bound for the parts after one that hangs, and for another worker to load them.
    fn reserve(&self) -> Duration {
        (self.bound / 3).min(Duration::from_secs(2))
    }

    /// How long a part may take to end once it was told to.
    fn grace(&self) -> Duration {
        (self.reserve() / 4).min(Duration::from_millis(400))
    }

    /// When what runs now has taken too long. A part that came late has half the reserve in any case.
    fn due(&self) -> Instant {
        let due = self.began + self.bound - self.reserve();
        self.importing.as_ref().map_or(due, |(_, since)| due.max(*since + self.reserve() / 2))
    }

    fn exceeded(&self, source: &dyn Source) -> String {
        match &self.importing {
            None => format!("loading the {} exceeded {}", source.kind().tools, seconds(self.bound)),
            Some((part, since)) => {
                let late = *since + self.reserve() / 2 > self.began + self.bound - self.reserve();
                let bound = if late { self.reserve() / 2 } else { self.bound };
                format!("{} exceeded {}", source.loading(part), seconds(bound))
            }
        }
    }
}

impl Keeper {
    /// Loads again when somebody asked since the last time.
    pub(super) fn load_if_asked(&mut self) {
        let asked = {
            let state = lock(&self.shared.state);
            state.asked > state.answered
        };
        if asked && self.loading.is_none() && self.present().is_some() {
            self.send_refresh();
        }
    }

    /// Has everything loaded that moved; all of it by a new worker, which is told first what that is.
    pub(super) fn send_refresh(&mut self) {
        let covers = lock(&self.shared.state).asked;
        self.refreshes = self.refreshes.wrapping_add(1).max(1);
        let call = Wire { slot: 0, turn: self.refreshes };
        let (began, bound) = (Instant::now(), self.shared.bound);
        self.loading = Some(Loading { call, covers, began, bound, importing: None, told: None });
        let new = self.present().is_some_and(|worker| !worker.set_up);
        let setup = if new { lock(&self.shared.source).setup() } else { Vec::new() };
        self.tell(Head::new(Op::Refresh, call), &setup);
    }

    pub(super) fn importing(&mut self, part: &str) {
        if let Some(loading) = &mut self.loading {
            loading.importing = Some((part.to_owned(), Instant::now()));
        }
    }

    /// The worker has loaded everything: calls can go.
    pub(super) fn loaded(&mut self, call: Wire, body: &[u8]) {
        let Some(loading) = self.loading.take_if(|loading| loading.call == call) else { return };
        let listing = match lock(&self.shared.source).read(body) {
            Ok(listing) => listing,
            Err(error) => return self.load_answered(&loading, vec![self.shared.about_all(error)]),
        };
        let mut state = lock(&self.shared.state);
        if let Some(listing) = listing {
            state.take_listing(listing);
        }
        if let Some(worker) = self.workers.iter_mut().find(|worker| !worker.retired) {
            worker.set_up = true;
        }
        state.link = self.present().map(|worker| (worker.number, worker.process.link.clone()));
        drop(state);
        self.load_answered(&loading, Vec::new());
        self.shared.send_waiting();
    }

    /// The loader itself failed, or was ended between two parts.
    pub(super) fn load_failed(&mut self, call: Wire, failure: &Failure) {
        let Some(loading) = self.loading.take_if(|loading| loading.call == call) else { return };
        if loading.told.is_some() {
            // what was to end one part came between two: the rest is still to be loaded
            return self.send_refresh();
        }
        self.load_answered(&loading, vec![self.shared.about_all(failure.to_string())]);
    }

    fn load_answered(&self, loading: &Loading, trouble: Vec<Report>) {
        let mut state = lock(&self.shared.state);
        state.answered = state.answered.max(loading.covers);
        state.trouble = trouble;
        drop(state);
        self.shared.listed.notify_all();
    }

    /// Ends a part that takes the time of the others, and says when to look again.
    pub(super) fn hurry_loading(&mut self, now: Instant) -> Option<Duration> {
        let loading = self.loading.as_mut()?;
        let due = loading.due();
        if now < due {
            return Some(due - now);
        }
        let (call, text) = (loading.call, loading.exceeded(&**lock(&self.shared.source)));
        let part = loading.importing.as_ref().map(|(part, _)| part.clone());
        if let Some((since, what)) = &loading.told
            && *what == part
        {
            let end = *since + loading.grace();
            if now < end {
                return Some(end - now);
            }
            self.end_present(text.into());
            return None;
        }
        loading.told = Some((now, part.clone()));
        let grace = loading.grace();
        self.tell(Head::new(Op::Cancel, call), text.as_bytes());
        if let Some(part) = part {
            // should it come to another worker, that one passes the part over
            lock(&self.shared.source).blame(&part, format!("TimeoutError: {text}"));
        }
        Some(grace)
    }

    /// The worker ended while it loaded. True when a part is blamed for it, so that the next worker does better.
    pub(super) fn loading_lost(&mut self, why: Option<&str>, status: &str, others_ran: bool) -> bool {
        let Some(loading) = self.loading.take() else { return false };
        if let Some((part, _)) = &loading.importing {
            if why.is_none() && !others_ran {
                let mut source = lock(&self.shared.source);
                let message = format!("the worker ended ({status}) while {}", source.loading(part));
                source.blame(part, message);
            }
            return true;
        }
        // why it could not be used has been said
        if lock(&self.shared.state).trouble.is_empty() {
            self.trouble(match why {
                Some(why) => why.to_owned(),
                None => format!("the {} ended ({status}) before it was ready", self.shared.kind.worker),
            });
        }
        false
    }
}
