//! The runtime of async tools. One whose future does not return from a poll holds a worker for ever; then the runtime
//! is retired and the next calls get a fresh one, so that no number of blocked tools stops them.

use super::GRACE;
use crate::provider::CallId;
use std::{
    collections::HashMap,
    future::Future,
    sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc},
    thread,
    time::Instant,
};
use tokio::{
    runtime::{Builder, Runtime},
    task::AbortHandle,
};

const WORKERS: usize = 4;

/// The runtime that takes new calls, and the calls of all that still run.
#[derive(Clone)]
pub(super) struct Runtimes(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    current: Option<Arc<Lane>>,
    running: HashMap<CallId, (Arc<Lane>, AbortHandle)>,
    cut: Option<mpsc::Sender<(Instant, CallId)>>,
    stopped: bool,
}

/// One runtime; it ends when it is retired and its last call is over.
struct Lane {
    runtime: Option<Runtime>,
}

impl Runtimes {
    pub(super) fn new() -> Self {
        Self(Arc::new(Shared { state: Mutex::default() }))
    }

    /// Runs a call's future.
    pub(super) fn spawn(&self, id: CallId, future: impl Future<Output = ()> + Send + 'static) {
        let mut state = self.0.lock();
        if state.stopped {
            return;
        }
        let Some(lane) = state.lane() else { return };
        let Some(runtime) = &lane.runtime else { return };
        let over = Over { shared: Arc::clone(&self.0), id };
        let task = runtime.spawn(async move {
            let _over = over;
            future.await;
        });
        state.running.insert(id, (Arc::clone(&lane), task.abort_handle()));
    }

    /// Nobody waits for this call any more: its future is dropped where it next waits; when it does not, its runtime
    /// is retired.
    pub(super) fn cut(&self, id: CallId) {
        let mut state = self.0.lock();
        let Some((_, task)) = state.running.get(&id) else { return };
        let task = task.clone();
        if state.cut.is_none() {
            let (sender, receiver) = mpsc::channel::<(Instant, CallId)>();
            let shared = Arc::downgrade(&self.0);
            let retire = move || {
                while let Ok((due, id)) = receiver.recv() {
                    thread::sleep(due.saturating_duration_since(Instant::now()));
                    let Some(shared) = shared.upgrade() else { return };
                    shared.retire_if_stuck(id);
                }
            };
            if thread::Builder::new().name("async tools".to_owned()).spawn(retire).is_ok() {
                state.cut = Some(sender);
            }
        }
        if let Some(cut) = &state.cut {
            let _ = cut.send((Instant::now() + GRACE, id));
        }
        drop(state);
        task.abort();
    }

    pub(super) fn stop(&self) {
        let mut state = self.0.lock();
        state.stopped = true;
        state.cut = None;
        let (current, running) = (state.current.take(), std::mem::take(&mut state.running));
        drop(state);
        for (_, task) in running.values() {
            task.abort();
        }
        drop((current, running));
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn retire_if_stuck(&self, id: CallId) {
        let mut state = self.lock();
        let Some((stuck, _)) = state.running.get(&id) else { return };
        let retired = match &state.current {
            Some(current) if Arc::ptr_eq(current, stuck) => state.current.take(),
            _ => None,
        };
        drop(state);
        drop(retired);
    }
}

impl State {
    fn lane(&mut self) -> Option<Arc<Lane>> {
        if self.current.is_none() {
            let runtime = Builder::new_multi_thread()
                .worker_threads(WORKERS)
                .thread_name("async tool")
                .thread_stack_size(8 << 20)
                .enable_all()
                .build()
                .ok()?;
            self.current = Some(Arc::new(Lane { runtime: Some(runtime) }));
        }
        self.current.clone()
    }
}

impl Drop for Lane {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Says that a call's future is gone: ended, or dropped.
struct Over {
    shared: Arc<Shared>,
    id: CallId,
}

impl Drop for Over {
    fn drop(&mut self) {
        let over = self.shared.lock().running.remove(&self.id);
        drop(over);
    }
}
