//! The requests of the lane that are not answered yet, by the id that the client gave them.

use crate::context::CallId;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::Notify;

/// Calls under way.
#[derive(Default)]
pub(super) struct Flights {
    state: Mutex<State>,
    landed: Notify,
}

#[derive(Default)]
struct State {
    by_id: HashMap<Arc<str>, Flight>,
    next: u64,
    /// Answers that are being sent.
    landing: usize,
}

impl State {
    fn is_idle(&self) -> bool {
        self.by_id.is_empty() && self.landing == 0
    }
}

struct Flight {
    number: u64,
    /// Known once the dispatcher has taken the call.
    call: Option<CallId>,
}

impl Flights {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A call begins. `None` when one with this id is under way.
    pub(super) fn begin(&self, id: &Arc<str>) -> Option<u64> {
        let mut state = self.lock();
        if state.by_id.contains_key(id) {
            return None;
        }
        state.next += 1;
        let number = state.next;
        state.by_id.insert(Arc::clone(id), Flight { number, call: None });
        Some(number)
    }

    /// The dispatcher has taken the call; it may have ended by now.
    pub(super) fn taken(&self, id: &str, number: u64, call: CallId) {
        if let Some(flight) = self.lock().by_id.get_mut(id)
            && flight.number == number
        {
            flight.call = Some(call);
        }
    }

    /// The request has its answer. False when nobody waits for it any more; else `landed` follows once it is sent.
    pub(super) fn land(&self, id: &str, number: u64) -> bool {
        let mut state = self.lock();
        let waited = state.by_id.get(id).is_some_and(|flight| flight.number == number);
        if waited {
            // The client may use the id again as soon as it reads the answer.
            state.by_id.remove(id);
            state.landing += 1;
        }
        waited
    }

    /// The answer is in the output.
    pub(super) fn landed(&self) {
        let mut state = self.lock();
        state.landing -= 1;
        if state.is_idle() {
            self.landed.notify_waiters();
        }
    }

    /// Nobody waits for this call any more.
    pub(super) fn cancel(&self, id: &str) -> Option<CallId> {
        self.lock().by_id.remove(id)?.call
    }

    /// Nobody waits for any call any more.
    pub(super) fn cancel_all(&self) -> Vec<CallId> {
        self.lock().by_id.drain().filter_map(|(_, flight)| flight.call).collect()
    }

    /// Until no call is under way.
    pub(super) async fn idle(&self) {
        loop {
            let landed = self.landed.notified();
            tokio::pin!(landed);
            landed.as_mut().enable();
            if self.lock().is_idle() {
                return;
            }
            landed.await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_in_use_is_not_given_twice_and_a_cancelled_call_is_not_answered() {
        let flights = Flights::default();
        let id: Arc<str> = "7".into();
        let first = flights.begin(&id).expect("the id is free");
        assert_eq!(flights.begin(&id), None);
        flights.taken(&id, first, CallId(40));
        assert_eq!(flights.cancel("8"), None);
        assert_eq!(flights.cancel("7"), Some(CallId(40)));
        assert!(!flights.land(&id, first));
        let second = flights.begin(&id).expect("the id is free again");
        assert!(!flights.land(&id, first), "the late end of the first is not the second's");
        assert!(flights.land(&id, second));
    }
}
