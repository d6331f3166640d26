//! Where Rust tools run: sync ones on threads of ours, async ones on a runtime of their own, methods on the instance
//! of their call or run. Panics end here, as failures.
//!
//! Nothing here knows a deadline's answer: the dispatcher gives it, and says so through [`Provider::cut`].

mod instances;
mod panics;
mod pool;
mod runtime;
mod watcher;

use crate::{
    context::{CallId, Context, RunId},
    linked::{Entry, Group, LinkedTool},
    provider::{Arguments, Asked, Call, Cut, Done, Listing, Provider},
};
use instances::{Instances, Turn};
use panics::{caught, caught_future};
pub(crate) use pool::Pool;
use runtime::Runtimes;
use std::time::{Duration, Instant};
use toolkit_rules::Scope;

/// The provider of the tools that are linked into this program.
pub(crate) struct Linked {
    tools: Vec<&'static LinkedTool>,
    listing: Listing,
    pool: Pool,
    runtimes: Runtimes,
    instances: Instances,
    entered: fn(CallId),
}

impl Linked {
    pub(crate) fn new(tools: Vec<&'static LinkedTool>, listing: Listing, pool: Pool) -> Self {
        let instances = Instances::new(pool.clone());
        Self { tools, listing, instances, pool, runtimes: Runtimes::new(), entered: |_| () }
    }

    /// Calls `entered` when a call is about to enter its tool, on the thread that does.
    #[cfg(unix)]
    pub(crate) fn on_entering(mut self, entered: fn(CallId)) -> Self {
        self.entered = entered;
        self
    }

    fn start_on(&self, id: CallId, group: &'static Group, run: RunId, go: impl FnOnce(Turn) + Send + 'static) {
        match group.scope {
            Scope::Call => go(Turn::once(group)),
            Scope::Run => self.instances.take(group, run, id, go),
        }
    }
}

impl Provider for Linked {
    fn list(&self, _until: Instant) -> Listing {
        self.listing.clone()
    }

    fn moved(&self, _asked: Asked<'_>) -> bool {
        false
    }

    fn start(&self, call: Call, done: Done) {
        let Call { id, tool, arguments, context } = call;
        let Some(linked) = self.tools.get(tool.key as usize) else { return };
        let (run, deadline) = (context.run_id(), context.deadline());
        let entered = self.entered;
        let begin = move |done| {
            let done = in_time(deadline, done)?;
            entered(id);
            Some(done)
        };
        match linked.entry {
            Entry::Function(function) => self.pool.submit(id, move || {
                let Some(done) = begin(done) else { return };
                done.finish(caught(|| function(&context, &arguments)));
            }),
            Entry::AsyncFunction(function) => self.runtimes.spawn(id, async move {
                let Some(done) = begin(done) else { return };
                done.finish(caught_future(|| function(context, arguments)).await);
            }),
            Entry::Method(group, method) => {
                let pool = self.pool.clone();
                self.start_on(id, group, run, move |turn| {
                    pool.submit(id, move || {
                        let Some(done) = begin(done) else { return };
                        call_method(turn, method, &context, &arguments, done);
                    });
                });
            }
            Entry::AsyncMethod(group, method) => {
                let runtimes = self.runtimes.clone();
                self.start_on(id, group, run, move |turn| {
                    runtimes.spawn(id, async move {
                        let Some(done) = begin(done) else { return };
                        call_async_method(turn, method, context, arguments, done).await;
                    });
                });
            }
        }
    }

    fn cut(&self, id: CallId, _why: Cut) {
        self.pool.cut(id);
        // A future that is dropped gives its instance back; only one that does not let itself be dropped loses it.
        let instances = self.instances.clone();
        if !self.runtimes.cut(id, move || instances.cut(id)) {
            self.instances.cut(id);
        }
    }

    fn end_run(&self, run: RunId) {
        self.instances.end_run(run);
    }

    fn stop(&self) {
        self.pool.stop();
        self.runtimes.stop();
        self.instances.stop();
    }
}

type Method = fn(&mut crate::linked::Instance, &Context, &Arguments) -> crate::outcome::Outcome;
type AsyncMethod = for<'a> fn(&'a mut crate::linked::Instance, Context, Arguments) -> crate::linked::AsyncCall<'a>;

fn call_method(mut turn: Turn, method: Method, context: &Context, arguments: &Arguments, done: Done) {
    let outcome = caught(|| {
        let instance = turn.instance(context)?;
        method(instance, context, arguments)
    });
    turn.ended(&outcome);
    let notes = turn.notes();
    drop(turn);
    done.finish_noting(outcome, notes);
}

async fn call_async_method(mut turn: Turn, method: AsyncMethod, context: Context, arguments: Arguments, done: Done) {
    let outcome = match caught(|| turn.instance(&context)) {
        Ok(instance) => caught_future(|| method(instance, context, arguments)).await,
        Err(failure) => Err(failure),
    };
    turn.ended(&outcome);
    let notes = turn.notes();
    drop(turn);
    done.finish_noting(outcome, notes);
}

/// A call that waited beyond its bound is not entered; its answer has been given.
fn in_time(deadline: Instant, done: Done) -> Option<Done> {
    if Instant::now() < deadline {
        return Some(done);
    }
    done.leave_to_deadline();
    None
}

/// How long a cut async call may take to end by itself.
const GRACE: Duration = Duration::from_millis(20);
