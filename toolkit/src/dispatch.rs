//! One call end to end: find the tool, check the arguments, run it under its bound, shape the result, log.
//!
//! No thread waits here. Whoever calls hands a closure over and goes on; whichever thread ends the call (a tool's, a
//! provider's, or the one that watches the deadlines) runs it. No protocol is known.

mod chores;
mod ended;
mod nested;
mod refresh;
mod request;
mod waits;

use crate::{
    args,
    catalog::{Catalog, Listed},
    context::{Asking, CallId, Context, RunId},
    deadlines::Deadlines,
    error::Failure,
    exec::{Linked, Pool},
    isolate,
    log::Event,
    outcome::{Notes, Outcome},
    provider::{Asked, Call, Cut, Done, Provider},
    registry::Registry,
    runs::Runs,
    secrets::Masks,
    spec::ToolSpec,
    states::States,
};
use chores::{Chore, do_chores};
pub use ended::{Ended, Reply};
use refresh::Refresher;
pub use request::{Options, Request};
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, RwLock, Weak,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant, SystemTime},
};
use toolkit_rules::Scope;
use waits::{Kept, Parent, Waits};

/// Calls tools: the registry's, under the rules.
///
/// ```standalone_crate
/// use toolkit::{Dispatcher, Options, Registry, Reply, Request, tool};
///
/// /// Double a number.
/// #[tool]
/// fn double(n: i64) -> i64 {
///     2 * n
/// }
///
/// # fn main() -> Result<(), toolkit::Error> {
/// let dispatcher = Dispatcher::new(Registry::linked()?, Options::default());
/// let name = dispatcher.catalog().tools()[0].spec().name.to_string();
///
/// let (sender, receiver) = std::sync::mpsc::channel();
/// let run = dispatcher.run("docs");
/// dispatcher.call(Request { name: &name, arguments: Some(r#"{"n": "21"}"#), run, bound: None }, move |reply| {
///     let _ = sender.send(reply);
/// });
/// let Ok(Reply::Ended(ended)) = receiver.recv() else { panic!("the tool is known") };
/// assert_eq!(ended.outcome.map(|answer| answer.json), Ok("42".to_owned()));
/// dispatcher.stop();
/// # Ok(())
/// # }
/// ```
pub struct Dispatcher {
    options: Options,
    /// The linked tools, then the registry's providers; a tool's `source` is its provider's place.
    sources: Vec<Arc<dyn Provider>>,
    catalog: RwLock<Arc<Catalog>>,
    calls: [Mutex<HashMap<CallId, Pending>>; SHARDS],
    next: AtomicU64,
    deadlines: Deadlines,
    runs: Runs,
    waits: Waits,
    states: States,
    masks: Masks,
    pool: Pool,
    refresher: Refresher,
    chores: mpsc::Sender<Chore>,
    stopped: AtomicBool,
}

const SHARDS: usize = 16;

/// A call that is waited for. Whoever takes it out of the table answers it.
struct Pending {
    reply: Box<dyn FnOnce(Reply) + Send>,
    tool: Option<Arc<ToolSpec>>,
    /// The provider that runs it, once one does.
    source: Option<usize>,
    /// The call that asked for it.
    parent: Option<Parent>,
    /// It waits for others, or others for it.
    related: bool,
    run: RunId,
    started: Instant,
    deadline: Instant,
    bound: Duration,
    arguments: usize,
    start: SystemTime,
}

impl Pending {
    /// The outcome; in a debug build a failure when the result is not what the tool says it returns.
    fn as_declared(&self, outcome: Outcome) -> Outcome {
        if cfg!(debug_assertions)
            && let (Ok(answer), Some(tool)) = (&outcome, &self.tool)
            && let Some(schema) = &tool.extras.output
        {
            args::check_result(tool, schema, &answer.json)?;
        }
        outcome
    }
}

impl Dispatcher {
    /// Makes the tools of a registry callable. Nothing is loaded yet: the first list or call does that.
    #[must_use]
    pub fn new(registry: Registry, options: Options) -> Arc<Self> {
        let pool = Pool::new();
        let isolation = options.isolation;
        let listing = registry.linked_listing(|tool| isolation.holds(tool));
        let linked = Linked::new(registry.linked.clone(), listing.clone(), pool.clone());
        let mut sources = vec![isolate::provide(linked, &registry.linked, isolation)];
        sources.extend(registry.providers);
        let (sender, chores) = mpsc::channel();
        let dispatcher = Arc::new_cyclic(|weak: &Weak<Self>| {
            let passed = Weak::clone(weak);
            let refresh = Weak::clone(weak);
            let paused = options.paused;
            Self {
                options,
                catalog: RwLock::new(Arc::new(Catalog::assemble(1, std::slice::from_ref(&listing)))),
                calls: std::array::from_fn(|_| Mutex::default()),
                next: AtomicU64::new(1),
                deadlines: Deadlines::start(paused, move |id| {
                    if let Some(dispatcher) = passed.upgrade() {
                        dispatcher.passed(id);
                    }
                }),
                runs: Runs::new(),
                waits: Waits::default(),
                masks: registry.states.secrets().masks(),
                states: registry.states,
                pool,
                refresher: Refresher::new(refresh, listing, sources.len()),
                sources,
                chores: sender,
                stopped: AtomicBool::new(false),
            }
        });
        let sources = dispatcher.sources.clone();
        let expiring = Arc::downgrade(&dispatcher);
        let _ = thread::Builder::new().name("cuts".to_owned()).spawn(move || do_chores(&chores, &sources, &expiring));
        dispatcher
    }

    /// What is offered now. Loads again what moved, and may block for that up to the bound: not for an event loop.
    pub fn catalog(&self) -> Arc<Catalog> {
        if !self.moved() {
            return self.snapshot();
        }
        let (sender, receiver) = mpsc::channel();
        self.refresher.then(Box::new(move |catalog| {
            let _ = sender.send(catalog);
        }));
        receiver.recv_timeout(self.options.bound).unwrap_or_else(|_| self.snapshot())
    }

    /// Calls `f` with what is offered now: at once when nothing moved, else from another thread when it is loaded.
    pub fn catalog_then(self: &Arc<Self>, f: impl FnOnce(Arc<Catalog>) + Send + 'static) {
        if self.moved() {
            self.refresher.then(Box::new(f));
        } else {
            f(self.snapshot());
        }
    }

    /// Starts a call and returns; `reply` runs once, on whichever thread ends the call, or before this returns.
    pub fn call(self: &Arc<Self>, request: Request<'_>, reply: impl FnOnce(Reply) + Send + 'static) -> CallId {
        let id = CallId(self.next.fetch_add(1, Ordering::Relaxed));
        self.begin(id, request, None, reply);
        id
    }

    /// Starts a call, on behalf of another and within its bound where one asked for it.
    fn begin(
        self: &Arc<Self>,
        id: CallId,
        request: Request<'_>,
        asked: Option<(Parent, Instant)>,
        reply: impl FnOnce(Reply) + Send + 'static,
    ) {
        let started = Instant::now();
        let catalog = self.snapshot();
        let found = catalog.find(request.name);
        let mut bound = request.bound.or(found.and_then(|listed| listed.spec().bound)).unwrap_or(self.options.bound);
        let (parent, until) = asked.unzip();
        if let Some(until) = until {
            bound = bound.min(until.saturating_duration_since(started));
        }
        let pending = Pending {
            reply: Box::new(reply),
            tool: found.map(|listed| Arc::clone(&listed.offered.spec)),
            source: None,
            parent,
            related: false,
            run: request.run,
            started,
            deadline: deadline(started, bound),
            bound,
            arguments: request.arguments.map_or(0, str::len),
            start: if self.options.log.is_on() { SystemTime::now() } else { SystemTime::UNIX_EPOCH },
        };
        self.runs.enter(request.run, started);
        let moved = match found {
            Some(listed) => self.sources[listed.source].moved(Asked::Tool(&listed.offered)),
            None => self.moved(),
        };
        match found {
            Some(listed) if !moved => self.enter(id, pending, listed, request.arguments),
            None if !moved => self.refuse(pending, &catalog, request.name),
            _ => self.enter_later(id, pending, &request),
        }
    }

    /// The tool is known and its file has not moved: check and hand over.
    fn enter(self: &Arc<Self>, id: CallId, mut pending: Pending, listed: &Listed, arguments: Option<&str>) {
        let arguments = match args::check(listed.spec(), arguments, self.options.strict) {
            Ok(arguments) => arguments,
            Err(failure) => return self.answer(pending, Err(failure), Notes::default()),
        };
        pending.source = Some(listed.source);
        let (deadline, run) = (pending.deadline, pending.run);
        let tool = &listed.offered.spec;
        if tool.scope == Scope::Run || pending.parent.is_some() {
            let kept = || Kept { source: listed.source, tool: Arc::clone(tool), run };
            let kept = (tool.scope == Scope::Run).then(kept);
            if let Err(failure) = self.waits.enter(id, tool, kept, pending.parent.as_ref()) {
                return self.answer(pending, Err(failure), Notes::default());
            }
            pending.related = true;
        }
        self.wait_for(id, pending);
        let caller: Arc<Self> = Arc::clone(self);
        let asking = Asking { caller, call: id, tool: Arc::clone(tool) };
        let context = Context::of(asking, run, deadline, self.states.clone());
        self.hand_over(Call { id, tool: listed.offered.clone(), arguments, context }, listed.source);
    }

    fn hand_over(self: &Arc<Self>, call: Call, source: usize) {
        let (dispatcher, id) = (Arc::clone(self), call.id);
        let done = Done::with_notes(move |outcome, notes| dispatcher.ended(id, outcome, notes));
        self.sources[source].start(call, done);
    }

    /// The tool is unknown or its file moved: the sources are loaded first, and the bound runs already.
    fn enter_later(self: &Arc<Self>, id: CallId, pending: Pending, request: &Request<'_>) {
        let (name, arguments) = (request.name.to_owned(), request.arguments.map(str::to_owned));
        let own_bound = request.bound;
        self.wait_for(id, pending);
        let dispatcher = Arc::clone(self);
        self.refresher.then(Box::new(move |catalog| {
            let Some(mut pending) = dispatcher.take(id) else { return };
            match catalog.find(&name) {
                Some(listed) => {
                    pending.tool = Some(Arc::clone(&listed.offered.spec));
                    if let (None, Some(bound)) = (own_bound, listed.spec().bound) {
                        // A call of a call keeps to what is left of its caller's bound as well.
                        let bound = if pending.parent.is_some() { bound.min(pending.bound) } else { bound };
                        pending.bound = bound;
                        pending.deadline = deadline(pending.started, bound);
                    }
                    dispatcher.enter(id, pending, listed, arguments.as_deref());
                    // The caller knows the number already and may have cancelled before the provider knew the call.
                    if !dispatcher.shard(id).contains_key(&id) {
                        let _ = dispatcher.chores.send(Chore::Cut(listed.source, id, Cut::Cancelled));
                    }
                }
                None => dispatcher.refuse(pending, &catalog, &name),
            }
        }));
    }

    /// Nobody has this name, or its file does not load.
    fn refuse(&self, pending: Pending, catalog: &Catalog, name: &str) {
        match catalog.withheld(name) {
            Some(failure) => self.answer(pending, Err(failure), Notes::default()),
            None => {
                let failure = catalog.unknown(name);
                self.record(&pending, name, Some(&failure.kind), 0, &Notes::default());
                (pending.reply)(Reply::UnknownTool(failure));
            }
        }
    }

    /// A provider says how a call ended.
    fn ended(self: &Arc<Self>, id: CallId, outcome: Outcome, notes: Notes) {
        if matches!(&outcome, Ok(answer) if self.options.spill.concerns(answer)) && !self.arrives_whole(id) {
            // Files are written where it may take time, under the call's bound.
            let dispatcher = Arc::clone(self);
            self.pool.submit(id, move || {
                let shaped = Ended::shape(outcome, notes, dispatcher.options.spill);
                if let Some(pending) = dispatcher.take(id) {
                    dispatcher.give(pending, shaped);
                }
            });
            return;
        }
        if let Some(pending) = self.take(id) {
            let outcome = pending.as_declared(outcome);
            self.answer(pending, outcome, notes);
        }
    }

    /// A result that a schema describes, or that a tool asked for and no model reads, is never cut.
    fn arrives_whole(&self, id: CallId) -> bool {
        let whole = |pending: &Pending| {
            pending.parent.is_some() || pending.tool.as_ref().is_some_and(|tool| tool.extras.output.is_some())
        };
        self.shard(id).get(&id).is_some_and(whole)
    }

    fn answer(&self, pending: Pending, outcome: Outcome, notes: Notes) {
        self.give(pending, Ended::short(outcome, notes));
    }

    fn give(&self, mut pending: Pending, mut ended: Ended) {
        ended.tool = pending.tool.take();
        if let Err(failure) = &mut ended.outcome {
            self.masks.apply(&mut failure.message);
        }
        let (error, size) = match &ended.outcome {
            Ok(answer) => (None, answer.json.len()),
            Err(failure) => (Some(&*failure.kind), failure.message.len()),
        };
        let name = ended.tool.as_ref().map_or("", |tool| &tool.name);
        self.record(&pending, name, error, size, &ended.notes);
        (pending.reply)(Reply::Ended(ended));
    }

    fn record(&self, pending: &Pending, tool: &str, error: Option<&str>, result: usize, notes: &Notes) {
        let now = Instant::now();
        self.runs.leave(pending.run, now);
        if self.options.log.is_on() {
            self.options.log.write(&Event {
                run: pending.run,
                tool,
                parent: pending.parent.as_ref().map(|parent| &*parent.tool.name),
                start: pending.start,
                duration: now - pending.started,
                error,
                arguments: pending.arguments,
                result,
                fresh: notes.fresh_instance.as_deref(),
            });
        }
    }

    /// The bound of a call has passed: its answer goes out now, and whoever runs it is told afterwards.
    fn passed(&self, id: CallId) {
        let Some(pending) = self.remove(id) else { return };
        if let Some(source) = pending.source {
            let _ = self.chores.send(Chore::Cut(source, id, Cut::Bound));
        }
        let failure = Failure::new("TimeoutError", format!("tool call exceeded {}s", seconds(pending.bound)));
        self.answer(pending, Err(failure), Notes::default());
    }

    /// Gives a call up: its reply is dropped unrun and whoever runs it is told. `false` when it has ended already.
    pub fn cancel(&self, id: CallId) -> bool {
        let Some(pending) = self.take(id) else { return false };
        if let Some(source) = pending.source {
            let _ = self.chores.send(Chore::Cut(source, id, Cut::Cancelled));
        }
        let name = pending.tool.as_ref().map_or("", |tool| &tool.name);
        self.record(&pending, name, Some("Cancelled"), 0, &Notes::default());
        true
    }

    /// A call as a future; dropping it cancels the call.
    pub async fn call_async(self: &Arc<Self>, request: Request<'_>) -> Reply {
        let (sender, receiver) = tokio::sync::oneshot::channel();
        let id = self.call(request, move |reply| {
            let _ = sender.send(reply);
        });
        let _cancel = CancelOnDrop { dispatcher: self, id };
        receiver.await.unwrap_or_else(|_| Reply::Ended(Ended::lost()))
    }

    /// The run of this key, begun when there is none.
    #[must_use]
    pub fn run(&self, key: &str) -> RunId {
        let (run, ended) = self.runs.of(key, Instant::now());
        self.runs_ended(ended);
        run
    }

    /// A new run of this key; one that had it before ends. With an empty key it is nobody else's.
    #[must_use]
    pub fn new_run(&self, key: &str) -> RunId {
        let (run, ended) = self.runs.begin(key, Instant::now());
        self.runs_ended(ended);
        run
    }

    /// Ends a run: its instances go.
    pub fn end_run(&self, run: RunId) {
        self.runs.end(run);
        self.runs_ended(vec![run]);
    }

    fn runs_ended(&self, runs: Vec<RunId>) {
        if !runs.is_empty() {
            let _ = self.chores.send(Chore::EndRuns(runs));
        }
    }

    /// Lets time pass for bounds, where it is paused.
    pub(crate) fn advance(&self, by: Duration) {
        self.deadlines.advance(by);
    }

    /// Ends workers and threads, and leaves no child process. Calls that are waited for are answered.
    pub fn stop(&self) {
        if self.stopped.swap(true, Ordering::SeqCst) {
            return;
        }
        self.refresher.stop();
        for shard in &self.calls {
            let pending: Vec<_> = shard.lock().unwrap_or_else(PoisonError::into_inner).drain().collect();
            for (_, pending) in pending {
                self.answer(pending, Err(stopping()), Notes::default());
            }
        }
        for source in &self.sources {
            source.stop();
        }
        let _ = self.chores.send(Chore::Stop);
        self.pool.stop();
        self.deadlines.stop();
        self.options.log.flush();
    }

    fn snapshot(&self) -> Arc<Catalog> {
        Arc::clone(&self.catalog.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn moved(&self) -> bool {
        self.refresher.never_loaded() || self.sources.iter().any(|source| source.moved(Asked::All))
    }

    fn shard(&self, id: CallId) -> MutexGuard<'_, HashMap<CallId, Pending>> {
        self.calls[id.0 as usize % SHARDS].lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_for(&self, id: CallId, pending: Pending) {
        let deadline = pending.deadline;
        self.shard(id).insert(id, pending);
        self.deadlines.add(deadline, id);
        // Whoever stops has emptied the table before or does it after, so that no call is left in it.
        if self.stopped.load(Ordering::SeqCst)
            && let Some(pending) = self.take(id)
        {
            self.answer(pending, Err(stopping()), Notes::default());
        }
    }

    /// Takes a call out of the table, and its deadline with it.
    fn take(&self, id: CallId) -> Option<Pending> {
        let pending = self.remove(id)?;
        self.deadlines.remove(pending.deadline, id);
        Some(pending)
    }

    fn remove(&self, id: CallId) -> Option<Pending> {
        let pending = self.shard(id).remove(&id)?;
        if pending.related {
            for nested in self.waits.leave(id) {
                self.cancel(nested);
            }
        }
        Some(pending)
    }
}

impl Drop for Dispatcher {
    fn drop(&mut self) {
        self.stop();
    }
}

struct CancelOnDrop<'a> {
    dispatcher: &'a Dispatcher,
    id: CallId,
}

impl Drop for CancelOnDrop<'_> {
    fn drop(&mut self) {
        self.dispatcher.cancel(self.id);
    }
}

fn stopping() -> Failure {
    Failure::new("RuntimeError", "the server is stopping; call again when it is back")
}

/// When a call that began at `started` is answered at the latest; a bound that no clock can hold is a year.
fn deadline(started: Instant, bound: Duration) -> Instant {
    started.checked_add(bound).unwrap_or_else(|| started + Duration::from_secs(365 * 24 * 60 * 60))
}

/// Seconds as Python's `{:g}` writes them: six digits that count, no zeros at the end.
fn seconds(bound: Duration) -> String {
    let value = bound.as_secs_f64();
    if value == 0.0 {
        return "0".to_owned();
    }
    let scientific = format!("{value:.5e}");
    let Some((digits, exponent)) = scientific.split_once('e') else { return scientific };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let trim = |text: &str| {
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text.to_owned() }
    };
    if (-4..6).contains(&exponent) {
        trim(&format!("{value:.*}", usize::try_from(5 - exponent).unwrap_or(0)))
    } else {
        format!("{}e{}{:02}", trim(digits), if exponent < 0 { '-' } else { '+' }, exponent.abs())
    }
}

#[cfg(test)]
pub(crate) mod tests;
