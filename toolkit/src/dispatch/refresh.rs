//! Loads again what moved, on one thread, however many ask for it.

use super::Dispatcher;
use crate::{
    catalog::Catalog,
    error::Report,
    provider::{Asked, Listing},
};
use std::{
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Instant,
};

type Then = Box<dyn FnOnce(Arc<Catalog>) + Send>;

/// The thread, and those that wait for it.
pub(super) struct Refresher {
    shared: Arc<Shared>,
    dispatcher: Weak<Dispatcher>,
    /// The listings of the last catalog, one a source.
    listings: Mutex<Vec<Option<Listing>>>,
}

struct Shared {
    state: Mutex<State>,
    asked: Condvar,
    loaded: AtomicBool,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Then>,
    started: bool,
    stopped: bool,
}

impl Refresher {
    pub(super) fn new(dispatcher: Weak<Dispatcher>, linked: Listing, sources: usize) -> Self {
        let mut listings = vec![Some(linked)];
        listings.resize_with(sources, || None);
        let loaded = AtomicBool::new(sources == 1);
        let shared = Shared { state: Mutex::default(), asked: Condvar::new(), loaded };
        Self { shared: Arc::new(shared), dispatcher, listings: Mutex::new(listings) }
    }

    /// Whether some source was never listed.
    pub(super) fn never_loaded(&self) -> bool {
        !self.shared.loaded.load(Ordering::Acquire)
    }

    /// Calls `then` with a catalog that was made after this call. Dropped uncalled when the dispatcher stops.
    pub(super) fn then(&self, then: Then) {
        let mut state = self.shared.lock();
        if state.stopped {
            return;
        }
        state.waiting.push_back(then);
        if !state.started {
            let (shared, dispatcher) = (Arc::clone(&self.shared), Weak::clone(&self.dispatcher));
            let spawned = thread::Builder::new().name("catalog".to_owned()).spawn(move || shared.serve(&dispatcher));
            state.started = spawned.is_ok();
        }
        drop(state);
        self.shared.asked.notify_one();
    }

    pub(super) fn stop(&self) {
        let mut state = self.shared.lock();
        state.stopped = true;
        let waiting = std::mem::take(&mut state.waiting);
        drop(state);
        self.shared.asked.notify_one();
        drop(waiting);
    }

    /// Lists the sources that moved, and makes the next catalog when there were any.
    fn refresh(&self, dispatcher: &Dispatcher) -> Arc<Catalog> {
        let mut listings = self.listings.lock().unwrap_or_else(PoisonError::into_inner);
        let mut moved = false;
        for (source, listing) in dispatcher.sources.iter().zip(listings.iter_mut()) {
            if listing.is_none() || source.moved(Asked::All) {
                let until = Instant::now() + dispatcher.options.bound;
                // A provider that panics costs its own tools, not the thread that all lists wait for.
                let listed = catch_unwind(AssertUnwindSafe(|| source.list(until)));
                *listing = Some(listed.unwrap_or_else(|_| Listing {
                    errors: vec![Report {
                        file: "tools".to_owned(),
                        line: None,
                        message: "a provider of tools panicked while it listed them; see the log".to_owned(),
                    }],
                    ..Listing::default()
                }));
                moved = true;
            }
        }
        let current = dispatcher.snapshot();
        if !moved {
            return current;
        }
        let listings: Vec<_> = listings.iter().map(|listing| listing.clone().unwrap_or_default()).collect();
        let mut next = Catalog::assemble(current.version + 1, &listings);
        if next.entries_json() == current.entries_json() {
            next.version = current.version;
        }
        let next = Arc::new(next);
        *dispatcher.catalog.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&next);
        self.shared.loaded.store(true, Ordering::Release);
        next
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn serve(&self, dispatcher: &Weak<Dispatcher>) {
        loop {
            let mut state = self
                .asked
                .wait_while(self.lock(), |state| state.waiting.is_empty() && !state.stopped)
                .unwrap_or_else(PoisonError::into_inner);
            if state.stopped {
                return;
            }
            let waiting = std::mem::take(&mut state.waiting);
            drop(state);
            let Some(dispatcher) = dispatcher.upgrade() else { return };
            let catalog = dispatcher.refresher.refresh(&dispatcher);
            for then in waiting {
                // One caller's closure must not cost the others theirs.
                let _ = catch_unwind(AssertUnwindSafe(|| then(Arc::clone(&catalog))));
            }
        }
    }
}
