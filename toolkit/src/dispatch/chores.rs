//! What a dispatcher does off the threads that somebody waits for: telling providers that nobody waits for a call any
//! more or that a run has ended, and looking for runs that nobody uses.

use super::Dispatcher;
use crate::{
    context::{CallId, RunId},
    provider::{Cut, Provider},
};
use std::{
    sync::{Arc, Weak, mpsc},
    time::{Duration, Instant},
};

/// What is done off the threads that somebody waits for.
pub(super) enum Chore {
    Cut(usize, CallId, Cut),
    EndRuns(Vec<RunId>),
    Expire,
    Stop,
}

/// Idle runs are looked for this often.
const EXPIRY: Duration = Duration::from_secs(60);

/// Does them, one after another, until it is told to stop or nobody is left to tell it.
pub(super) fn do_chores(chores: &mpsc::Receiver<Chore>, sources: &[Arc<dyn Provider>], dispatcher: &Weak<Dispatcher>) {
    let end = |runs: Vec<RunId>| {
        for run in runs {
            sources.iter().for_each(|source| source.end_run(run));
        }
    };
    loop {
        let chore = match chores.recv_timeout(EXPIRY) {
            Ok(chore) => chore,
            Err(mpsc::RecvTimeoutError::Timeout) => Chore::Expire,
            Err(mpsc::RecvTimeoutError::Disconnected) => return,
        };
        match chore {
            Chore::Cut(source, id, why) => sources[source].cut(id, why),
            Chore::EndRuns(runs) => end(runs),
            Chore::Expire => {
                let Some(dispatcher) = dispatcher.upgrade() else { return };
                end(dispatcher.runs.expired(Instant::now()));
            }
            Chore::Stop => return,
        }
    }
}
