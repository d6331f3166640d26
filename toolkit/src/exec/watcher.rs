//! A thread that looks on while there is something to see, and sleeps otherwise. It is started when it is first
//! wanted; what it looks for is the business of whoever owns it.

use std::{sync::Arc, thread};

/// Where such a thread is.
#[derive(Default, PartialEq, Eq)]
pub(super) enum Watcher {
    /// Nobody has wanted it yet.
    #[default]
    NotStarted,
    /// It waits to be told.
    Asleep,
    /// It looks.
    Awake,
}

impl Watcher {
    /// Sees to it that the thread looks. `true` when it has to be told, `false` when it looks already or cannot be
    /// started.
    pub(super) fn wake<T: Send + Sync + 'static>(&mut self, name: &str, owner: &Arc<T>, watch: fn(&Arc<T>)) -> bool {
        if *self == Self::Awake {
            return false;
        }
        if *self == Self::NotStarted {
            let owner = Arc::clone(owner);
            if thread::Builder::new().name(name.to_owned()).spawn(move || watch(&owner)).is_err() {
                return false;
            }
        }
        *self = Self::Awake;
        true
    }
}
