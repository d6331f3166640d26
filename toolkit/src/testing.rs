//! Tools in an author's own tests: called in process with JSON, as a model calls them.
//!
//! A call passes through everything that a served one does: the checks of its arguments, its bound, panics caught, the
//! result as the model reads it. What a test itself gets wrong (a tool that is not there, a result where it wanted a
//! failure) panics at the test's line and says what came instead.
//!
//! ```standalone_crate
//! use serde_json::json;
//! use toolkit::{testing, tool};
//!
//! /// Divide one number by another.
//! #[tool(name = "divide")]
//! fn divide(what: f64, by: f64) -> Result<f64, String> {
//!     if by == 0.0 { Err("`by` is 0; give another number".to_owned()) } else { Ok(what / by) }
//! }
//!
//! # fn main() {
//! let reply = testing::call("divide", json!({"what": 1, "by": "4"}));
//! assert_eq!(reply.value(), 0.25);
//! assert_eq!(reply.text(), "0.25");
//!
//! let reply = testing::call("divide", json!({"what": 1, "by": 0}));
//! assert_eq!(reply.failure().message, "`by` is 0; give another number");
//!
//! let reply = testing::call("divide", json!({"what": 1}));
//! assert_eq!(reply.text(), "TypeError: divide: \"by\" is required and missing");
//! # }
//! ```
//!
//! The schemas of tools are held by [`assert_schema!`](crate::assert_schema), which fails the build, and the whole
//! catalog by [`assert_catalog!`](crate::assert_catalog). [`assert_schema`] is for schemas that only the running program
//! knows.

mod reply;
mod schema;

use crate::{
    catalog::Catalog,
    context::{Context, RunId},
    dispatch::{Dispatcher, Options, Reply as Answered, Request},
    error::Error,
    linked,
    provider::Settings,
    registry::Registry,
    spec::ToolSpec,
    states::States,
};
pub use reply::{Reply, Started};
use serde::Serialize;
use serde_json::Value;
use std::{
    path::{Path, PathBuf},
    sync::{Arc, LazyLock, OnceLock, mpsc},
    time::{Duration, Instant},
};

static LINKED: LazyLock<Harness> = LazyLock::new(Harness::new);

/// Calls a linked tool in a run of its own and waits for the answer.
///
/// The arguments are whatever serialises as a JSON object: `json!({..})`, a map, a struct.
///
/// # Panics
///
/// When no linked tool has this name.
#[track_caller]
pub fn call(tool: &str, arguments: impl Serialize) -> Reply {
    LINKED.call(tool, arguments)
}

/// Fails a test when the schema of a linked tool is not this one, and shows both.
///
/// It says what [`assert_schema!`](crate::assert_schema) says, when the test runs. The order of parameters counts, that
/// of keys inside one does not.
///
/// # Panics
///
/// When the schemas differ, or no linked tool has this name.
///
/// ```standalone_crate
/// use serde_json::json;
/// use toolkit::{testing, tool};
///
/// /// Move a number of steps.
/// #[tool(name = "walk")]
/// fn walk(steps: u32) {}
///
/// # fn main() {
/// testing::assert_schema(
///     "walk",
///     json!({"type": "object", "properties": {"steps": {"type": "integer"}}, "required": ["steps"]}),
/// );
/// # }
/// ```
#[track_caller]
pub fn assert_schema(tool: &str, schema: impl Serialize) {
    LINKED.assert_schema(tool, schema);
}

/// The tools of a program under test, called in process.
///
/// The tools are loaded at the first call. What a harness started ends when it is dropped.
///
/// ```standalone_crate
/// use serde_json::json;
/// use std::{thread, time::Duration};
/// use toolkit::{testing::Harness, tool};
///
/// /// Wait for the lift.
/// #[tool(name = "wait")]
/// fn wait() {
///     thread::park();
/// }
///
/// # fn main() {
/// let harness = Harness::new().bound(Duration::from_secs(600)).paused();
/// let waiting = harness.start("wait", json!({}));
/// harness.advance(Duration::from_secs(600));
/// assert_eq!(waiting.reply().text(), "TimeoutError: tool call exceeded 600s");
/// # }
/// ```
pub struct Harness {
    states: States,
    options: Options,
    directory: Option<PathBuf>,
    dispatcher: OnceLock<Arc<Dispatcher>>,
}

impl Harness {
    /// The tools that are linked into the test.
    #[must_use]
    pub fn new() -> Self {
        let options = Options::default().in_process();
        Self { states: States::default(), options, directory: None, dispatcher: OnceLock::new() }
    }

    /// With a value for [`State<T>`](crate::State) parameters and [`Context::state`], as a program puts one in.
    ///
    /// ```standalone_crate
    /// use serde_json::json;
    /// use toolkit::{State, testing::Harness, tool};
    ///
    /// struct Greeting(&'static str);
    ///
    /// /// Greet somebody.
    /// #[tool(name = "greet")]
    /// fn greet(name: &str, greeting: State<Greeting>) -> String {
    ///     format!("{}, {name}!", greeting.0)
    /// }
    ///
    /// # fn main() {
    /// let harness = Harness::new().state(Greeting("Hello"));
    /// assert_eq!(harness.call("greet", json!({"name": "Ada"})).text(), "Hello, Ada!");
    /// # }
    /// ```
    #[must_use]
    pub fn state<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.states.put(value);
        self.anew()
    }

    /// With a secret for [`Context::secret`], as a program puts one in.
    #[must_use]
    pub fn secret(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.states.put_secret(name, value);
        self.anew()
    }

    /// With the tools of a directory on top of the linked ones, as `serve DIR` has them.
    #[must_use]
    pub fn directory(mut self, directory: impl AsRef<Path>) -> Self {
        self.directory = Some(directory.as_ref().to_owned());
        self.anew()
    }

    /// With another bound on calls, where a tool has none of its own; 120 seconds otherwise.
    #[must_use]
    pub fn bound(self, bound: Duration) -> Self {
        self.with(|options| options.bound(bound))
    }

    /// Takes no argument that is the same value in another dress, as `serve --strict` does.
    #[must_use]
    pub fn strict(self) -> Self {
        self.with(|options| options.strict(true))
    }

    /// Stops the clock of bounds: none passes until [`Harness::advance`] lets it, however long the test takes.
    #[must_use]
    pub fn paused(self) -> Self {
        self.with(|options| Options { paused: true, ..options })
    }

    fn with(mut self, change: impl FnOnce(Options) -> Options) -> Self {
        self.options = change(std::mem::take(&mut self.options));
        self.anew()
    }

    /// What was loaded with other options goes.
    fn anew(mut self) -> Self {
        if let Some(dispatcher) = self.dispatcher.take() {
            dispatcher.stop();
        }
        self
    }

    /// Calls a tool in a run of its own and waits for the answer.
    ///
    /// # Panics
    ///
    /// When there is no tool of this name, or when it does not answer within a minute while the clock is paused.
    #[track_caller]
    pub fn call(&self, tool: &str, arguments: impl Serialize) -> Reply {
        self.start(tool, arguments).reply()
    }

    /// Starts a call in a run of its own and goes on.
    ///
    /// # Panics
    ///
    /// When there is no tool of this name.
    #[track_caller]
    pub fn start(&self, tool: &str, arguments: impl Serialize) -> Started {
        let run = self.dispatcher().new_run("");
        self.start_in(run, tool, &arguments)
    }

    /// Begins a run: tools of one run share their instances where their `scope` says so.
    #[track_caller]
    pub fn run(&self) -> Run<'_> {
        self.session("")
    }

    /// Begins a run that tools know by this [`Context::session_id`]; one that had it before ends.
    #[track_caller]
    pub fn session(&self, id: &str) -> Run<'_> {
        Run { harness: self, id: self.dispatcher().new_run(id) }
    }

    /// A context to call a tool's function with, past the dispatcher: it holds what was put in, and finds no tools.
    ///
    /// ```
    /// use toolkit::{Context, State, testing::Harness};
    ///
    /// fn greet(name: &str, ctx: &Context) -> Option<String> {
    ///     let greeting: State<&str> = ctx.state()?;
    ///     Some(format!("{}, {name}!", *greeting))
    /// }
    ///
    /// let ctx = Harness::new().state("Hello").context();
    /// assert_eq!(greet("Ada", &ctx).as_deref(), Some("Hello, Ada!"));
    /// ```
    #[must_use]
    pub fn context(&self) -> Context {
        let now = Instant::now();
        let deadline = now.checked_add(self.options.bound).unwrap_or(now + Duration::from_secs(365 * 24 * 60 * 60));
        Context::holding(self.states.clone(), RunId(0), deadline)
    }

    /// Lets time pass: calls whose bound is over are answered.
    ///
    /// # Panics
    ///
    /// When the clock is not paused.
    #[track_caller]
    pub fn advance(&self, by: Duration) {
        assert!(
            self.options.paused,
            "the clock of this harness runs by itself; make it with `Harness::new().paused()`"
        );
        self.dispatcher().advance(by);
    }

    /// Everything that is offered now, with what does not load.
    pub fn catalog(&self) -> Arc<Catalog> {
        self.dispatcher().catalog()
    }

    /// Fails when the schema of a tool is not this one, as [`assert_schema`] does for linked ones.
    ///
    /// # Panics
    ///
    /// When the schemas differ, or there is no tool of this name.
    #[track_caller]
    pub fn assert_schema(&self, tool: &str, schema: impl Serialize) {
        schema::assert(&self.spec(tool), &json(&schema, "this schema"));
    }

    #[track_caller]
    fn spec(&self, tool: &str) -> Arc<ToolSpec> {
        let catalog = self.catalog();
        match catalog.find(tool) {
            Some(listed) => Arc::clone(&listed.offered.spec),
            None => panic!("{}", catalog.withheld(tool).unwrap_or_else(|| catalog.unknown(tool))),
        }
    }

    #[track_caller]
    fn start_in(&self, run: RunId, tool: &str, arguments: &impl Serialize) -> Started {
        self.spec(tool);
        let arguments = json(arguments, "these arguments").to_string();
        let (sender, receiver) = mpsc::channel();
        let request = Request { name: tool, arguments: Some(&arguments), run, bound: None };
        self.dispatcher().call(request, move |reply| {
            if let Answered::Ended(ended) = reply {
                // nobody may be left to read it
                let _ = sender.send(ended);
            }
        });
        Started::new(tool, receiver, self.options.paused)
    }

    #[track_caller]
    fn dispatcher(&self) -> &Arc<Dispatcher> {
        self.dispatcher.get_or_init(|| match self.registry() {
            Ok(registry) => Dispatcher::new(registry, self.options.clone()),
            Err(error) => panic!("{error}"),
        })
    }

    fn registry(&self) -> Result<Registry, Error> {
        // a state that a test leaves out is missed by the tools that take it, and by no other
        let registry = Registry::with(linked::linked(), self.states.clone())?;
        match &self.directory {
            Some(directory) => registry.with_directory(directory, &Settings { bound: self.options.bound }),
            None => Ok(registry),
        }
    }
}

/// The value as JSON.
#[track_caller]
fn json(value: &impl Serialize, what: &str) -> Value {
    serde_json::to_value(value).unwrap_or_else(|error| panic!("{what} cannot be written as JSON: {error}"))
}

impl Default for Harness {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Harness {
    fn drop(&mut self) {
        if let Some(dispatcher) = self.dispatcher.get() {
            dispatcher.stop();
        }
    }
}

impl std::fmt::Debug for Harness {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Harness")
            .field("directory", &self.directory)
            .field("states", &self.states)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

/// A run of a [`Harness`]: it ends when this is dropped, and the instances it made go.
///
/// ```standalone_crate
/// use serde_json::json;
/// use toolkit::{testing::Harness, tool};
///
/// #[derive(Default)]
/// struct Tally(u64);
///
/// #[tool(scope = "run")]
/// impl Tally {
///     /// Add to the tally and read it.
///     #[tool(name = "add")]
///     pub fn add(&mut self, by: u64) -> u64 {
///         self.0 += by;
///         self.0
///     }
/// }
///
/// # fn main() {
/// let harness = Harness::new();
/// let (mine, yours) = (harness.run(), harness.run());
/// assert_eq!(mine.call("add", json!({"by": 1})).value(), 1);
/// assert_eq!(mine.call("add", json!({"by": 1})).value(), 2);
/// assert_eq!(yours.call("add", json!({"by": 5})).value(), 5);
/// # }
/// ```
#[derive(Debug)]
pub struct Run<'a> {
    harness: &'a Harness,
    id: RunId,
}

impl Run<'_> {
    /// Calls a tool in this run and waits for the answer.
    ///
    /// # Panics
    ///
    /// As [`Harness::call`] does.
    #[track_caller]
    pub fn call(&self, tool: &str, arguments: impl Serialize) -> Reply {
        self.start(tool, arguments).reply()
    }

    /// Starts a call in this run and goes on.
    ///
    /// # Panics
    ///
    /// When there is no tool of this name.
    #[track_caller]
    pub fn start(&self, tool: &str, arguments: impl Serialize) -> Started {
        self.harness.start_in(self.id, tool, &arguments)
    }
}

impl Drop for Run<'_> {
    fn drop(&mut self) {
        self.harness.dispatcher().end_run(self.id);
    }
}
