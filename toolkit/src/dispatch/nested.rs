//! Calls that a tool makes of another: the same as any other call, of the same run, within what is left of the
//! caller's bound, and ended when the caller's own call ends. Results arrive whole: no model reads them.

use super::{Dispatcher, Reply, Request, waits::Parent};
use crate::{
    catalog::{Catalog, Listed},
    context::{Asking, CallId, Caller, Method, RunId, Shown, Told},
    error::Failure,
};
use std::sync::{Arc, atomic::Ordering};
use toolkit_rules::names;

impl Caller for Dispatcher {
    fn look_up(self: Arc<Self>, asking: &Asking, stem: &str, shown: Shown) {
        if let Err(failure) = not_itself(asking, stem) {
            return shown(Err(failure));
        }
        match methods(&self.snapshot(), stem) {
            Err(_) if self.moved() => {
                let stem = stem.to_owned();
                self.refresher.then(Box::new(move |catalog| shown(methods(&catalog, &stem))));
            }
            found => shown(found),
        }
    }

    fn call(self: Arc<Self>, asking: &Asking, stem: &str, method: &str, arguments: String, told: Told) -> CallId {
        let id = CallId(self.next.fetch_add(1, Ordering::Relaxed));
        let told = Tell(Some(told));
        if let Err(failure) = not_itself(asking, stem) {
            told.tell(Err(failure));
            return id;
        }
        let parent = Parent { id: asking.call, tool: Arc::clone(&asking.tool) };
        match method_name(&self.snapshot(), stem, method) {
            Ok(name) => self.nest(id, parent, &name, &arguments, told),
            Err(_) if self.moved() => {
                let (dispatcher, stem, method) = (Arc::clone(&self), stem.to_owned(), method.to_owned());
                self.refresher.then(Box::new(move |catalog| match method_name(&catalog, &stem, &method) {
                    Ok(name) => dispatcher.nest(id, parent, &name, &arguments, told),
                    Err(failure) => told.tell(Err(failure)),
                }));
            }
            Err(failure) => told.tell(Err(failure)),
        }
        id
    }

    fn cancel(&self, call: CallId) {
        Self::cancel(self, call);
    }

    fn is_awaited(&self, call: CallId) -> bool {
        self.shard(call).contains_key(&call)
    }

    fn session(&self, run: RunId) -> Option<String> {
        self.runs.key(run)
    }

    fn wait(&self, call: CallId, wait: &mut dyn FnMut()) {
        self.pool.parked(call, || self.is_awaited(call), wait);
    }
}

impl Dispatcher {
    fn nest(self: &Arc<Self>, id: CallId, parent: Parent, name: &str, arguments: &str, told: Tell) {
        let known = |pending: &mut super::Pending| {
            pending.related = true;
            (pending.run, pending.deadline)
        };
        let Some((run, deadline)) = self.shard(parent.id).get_mut(&parent.id).map(known) else {
            return told.tell(Err(ended()));
        };
        let parent_id = parent.id;
        let request = Request { name, arguments: Some(arguments), run, bound: None };
        self.begin(id, request, Some((parent, deadline)), move |reply| {
            told.tell(match reply {
                Reply::Ended(ended) => ended.outcome,
                Reply::UnknownTool(failure) => Err(failure),
            });
        });
        // The caller's own call may have ended before this one was known to be its.
        if !self.is_awaited(parent_id) {
            self.waits.leave(parent_id);
            Self::cancel(self, id);
        }
    }
}

/// Says how a nested call ended; dropped unused it says that it was given up, so that nobody waits for ever.
struct Tell(Option<Told>);

impl Tell {
    fn tell(mut self, outcome: crate::outcome::Outcome) {
        if let Some(told) = self.0.take() {
            told(outcome);
        }
    }
}

impl Drop for Tell {
    fn drop(&mut self) {
        if let Some(told) = self.0.take() {
            told(Err(ended()));
        }
    }
}

fn ended() -> Failure {
    Failure::new("CancelledError", "the call that asked for this one has ended; nobody waits for the result")
}

fn not_itself(asking: &Asking, stem: &str) -> Result<(), Failure> {
    if &*asking.tool.origin.stem == stem {
        let message = format!("`{stem}` cannot ask for itself; use its own instance");
        return Err(Failure::new("ValueError", message));
    }
    Ok(())
}

/// The tools that are methods of the file with this stem.
fn of_file<'a>(catalog: &'a Catalog, stem: &str) -> Result<Vec<(&'a str, &'a Listed)>, Failure> {
    let of_stem = |listed: &&Listed| &*listed.spec().origin.stem == stem;
    let methods: Vec<_> = catalog
        .tools()
        .iter()
        .filter(of_stem)
        .filter_map(|listed| Some((listed.spec().extras.method.as_deref()?, listed)))
        .collect();
    if !methods.is_empty() {
        return Ok(methods);
    }
    if catalog.tools().iter().any(|listed| of_stem(&listed)) {
        let message = format!("`{stem}` is a file of functions, which have no instance; call its functions themselves");
        return Err(Failure::new("LookupError", message));
    }
    if let Some(failure) = catalog.withheld(&format!("{stem}__")) {
        return Err(failure);
    }
    let mut stems: Vec<&str> = catalog
        .tools()
        .iter()
        .filter(|listed| listed.spec().extras.method.is_some())
        .map(|listed| &*listed.spec().origin.stem)
        .collect();
    stems.dedup();
    let instead = match names::nearest(stem, stems.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if stems.is_empty() => "no file here holds a class or an impl block".to_owned(),
        None => format!("there are {}", quoted(&stems)),
    };
    Err(Failure::new("LookupError", format!("no file of tools is called `{stem}`; {instead}")))
}

fn methods(catalog: &Catalog, stem: &str) -> Result<Vec<Method>, Failure> {
    let method = |(name, listed): (&str, &Listed)| Method {
        name: name.to_owned(),
        parameters: listed.spec().params.iter().map(|param| param.name.to_string()).collect(),
    };
    Ok(of_file(catalog, stem)?.into_iter().map(method).collect())
}

/// The whole name of a file's method.
fn method_name(catalog: &Catalog, stem: &str, method: &str) -> Result<String, Failure> {
    let methods = of_file(catalog, stem)?;
    if let Some((_, listed)) = methods.iter().find(|(name, _)| *name == method) {
        return Ok(listed.spec().name.to_string());
    }
    let known: Vec<&str> = methods.iter().map(|(name, _)| *name).collect();
    let instead = match names::nearest(method, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("it has {}", quoted(&known)),
    };
    Err(Failure::new("AttributeError", format!("`{stem}` has no method `{method}`; {instead}")))
}

fn quoted(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests;
