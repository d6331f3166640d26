//! Who is calling: what a tool may learn about the call it is in, and the little that a context needs of whoever makes
//! calls. How a tool is found and called is not decided here.

use crate::{
    error::Failure,
    outcome::Outcome,
    secrets::Secret,
    spec::ToolSpec,
    states::{State, States},
};
use std::{
    fmt,
    sync::Arc,
    time::{Duration, Instant},
};

/// One run: one conversation's lifetime. Instances with `scope = "run"` live as long as it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RunId(pub u64);

/// One call's number, unique in the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CallId(pub u64);

/// The tenant of everybody where none are configured.
const TENANT: &str = "default";

/// The call a tool is in. A tool or a constructor that takes `&Context` gets it, and no schema shows it.
///
/// It is a handle: clones are cheap and speak of the same call.
///
/// ```
/// use toolkit::{Context, tool};
///
/// /// Say how long this call may still take, in seconds.
/// #[tool]
/// fn time_left(ctx: &Context) -> f64 {
///     ctx.remaining().as_secs_f64()
/// }
/// ```
#[derive(Clone)]
pub struct Context(Arc<Inner>);

struct Inner {
    run: RunId,
    deadline: Instant,
    states: States,
    asking: Option<Asking>,
}

/// The call that a context speaks of, and whoever makes calls for it.
#[derive(Clone)]
pub(crate) struct Asking {
    pub(crate) caller: Arc<dyn Caller>,
    pub(crate) call: CallId,
    #[cfg_attr(not(feature = "dispatch"), expect(dead_code, reason = "only whoever calls asks for it"))]
    pub(crate) tool: Arc<ToolSpec>,
}

/// Takes what a nested call came to.
pub(crate) type Told = Box<dyn FnOnce(Outcome) + Send>;
/// Takes the methods of a file, or why it has none.
pub(crate) type Shown = Box<dyn FnOnce(Result<Vec<Method>, Failure>) + Send>;

/// A method of a file of tools, as `ctx.tool` shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "dispatch", derive(serde::Serialize, serde::Deserialize))]
pub struct Method {
    /// Its name in the file.
    pub name: String,
    /// Its parameters' names on the wire, in signature order.
    pub parameters: Vec<String>,
}

/// What a context needs of whoever makes calls; the dispatcher is one.
pub(crate) trait Caller: Send + Sync {
    /// Finds the methods of the file with this stem.
    fn look_up(self: Arc<Self>, asking: &Asking, stem: &str, shown: Shown);

    /// Makes a call on behalf of another, of the same run and within its bound.
    fn call(self: Arc<Self>, asking: &Asking, stem: &str, method: &str, arguments: String, told: Told) -> CallId;

    /// Nobody waits for a nested call any more.
    fn cancel(&self, call: CallId);

    /// Whether somebody waits for a call's answer.
    fn is_awaited(&self, call: CallId) -> bool;

    /// What a run is called by whoever began it.
    fn session(&self, run: RunId) -> Option<String>;

    /// Runs `wait`, which blocks the thread of a call until another call ends.
    fn wait(&self, call: CallId, wait: &mut dyn FnMut());
}

impl Context {
    /// A context of a call that nobody made, to call a tool's function with: it holds no state and finds no tool.
    #[must_use]
    pub fn alone(run: RunId, deadline: Instant) -> Self {
        Self::holding(States::default(), run, deadline)
    }

    /// A context of a call that nobody made, with what a program put in.
    pub(crate) fn holding(states: States, run: RunId, deadline: Instant) -> Self {
        Self(Arc::new(Inner { run, deadline, states, asking: None }))
    }

    /// The context of a call.
    #[cfg(feature = "dispatch")]
    pub(crate) fn of(asking: Asking, run: RunId, deadline: Instant, states: States) -> Self {
        Self(Arc::new(Inner { run, deadline, states, asking: Some(asking) }))
    }

    pub(crate) fn asking(&self) -> Option<&Asking> {
        self.0.asking.as_ref()
    }

    /// The run the call belongs to.
    #[must_use]
    pub fn run_id(&self) -> RunId {
        self.0.run
    }

    /// The session: what the run is called by the client that began it, else the run's number.
    #[must_use]
    pub fn session_id(&self) -> String {
        let named = self.0.asking.as_ref().and_then(|asking| asking.caller.session(self.0.run));
        named.unwrap_or_else(|| self.0.run.0.to_string())
    }

    /// The tenant this call is for.
    #[must_use]
    pub fn tenant_id(&self) -> &str {
        TENANT
    }

    /// When the call's bound ends.
    #[must_use]
    pub fn deadline(&self) -> Instant {
        self.0.deadline
    }

    /// What is left of the call's bound.
    #[must_use]
    pub fn remaining(&self) -> Duration {
        self.0.deadline.saturating_duration_since(Instant::now())
    }

    /// Whether nobody waits for the call's answer any more: its bound has passed, or its caller cancelled it. A long
    /// loop in a sync tool asks this now and then; an async tool is ended without asking.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        match &self.0.asking {
            Some(asking) => !asking.caller.is_awaited(asking.call),
            None => Instant::now() >= self.0.deadline,
        }
    }

    /// A secret: the environment's `TOOLKIT_SECRET_<NAME>`, else what the program put in under this name.
    ///
    /// # Errors
    ///
    /// `KeyError` when it is not set.
    pub fn secret(&self, name: &str) -> Result<Secret, Failure> {
        self.0.states.secrets().get(name)
    }

    /// What the program put in at its start, when it put in a `T`; a [`State<T>`] parameter is the same and is
    /// checked before the program serves.
    #[must_use]
    pub fn state<T: Send + Sync + 'static>(&self) -> Option<State<T>> {
        self.0.states.get()
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("run", &self.0.run)
            .field("remaining", &self.remaining())
            .finish_non_exhaustive()
    }
}
