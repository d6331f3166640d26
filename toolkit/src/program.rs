//! A program of one's own: what it puts in, what it serves, and how, in one builder. The command line is built on it;
//! everything it does is other rooms' work.

use crate::{
    Dispatcher, Error, EventLog, Options, Registry, Spill,
    provider::Settings,
    server::{Http, Stdio},
    states::States,
};
use std::{
    io,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

/// The tools of a program behind one server.
///
/// ```no_run
/// use std::process::ExitCode;
/// use toolkit::{Server, State, tool};
///
/// struct Greeting(String);
///
/// /// Greet somebody.
/// #[tool]
/// fn greet(name: &str, greeting: State<Greeting>) -> String {
///     format!("{}, {name}!", greeting.0)
/// }
///
/// fn main() -> ExitCode {
///     Server::builder().state(Greeting("Hello".to_owned())).main()
/// }
/// ```
pub struct Server {
    dispatcher: Arc<Dispatcher>,
}

impl Server {
    /// A server of the linked tools, with nothing put in and the usual bounds.
    pub fn builder() -> ServerBuilder {
        ServerBuilder { states: States::default(), directory: None, options: Options::default() }
    }

    /// What makes the calls.
    #[must_use]
    pub fn dispatcher(&self) -> &Arc<Dispatcher> {
        &self.dispatcher
    }

    /// Serves MCP over standard input and output until the client leaves or a signal asks to stop.
    ///
    /// # Errors
    ///
    /// When the streams are closed, or threads cannot be made.
    pub fn serve_stdio(self) -> io::Result<()> {
        Stdio::take()?.serve(self.dispatcher)
    }

    /// Serves MCP at `/mcp` and the Splox wire at `/rpc` until a signal asks to stop. `ready` is told the address, which
    /// is news where the port was 0. With a token, every request must carry it as `Authorization: Bearer`.
    ///
    /// # Errors
    ///
    /// As [`Http::bind`], and when threads or signal handlers cannot be made.
    pub fn serve_http(self, address: &str, token: Option<String>, ready: impl FnOnce(SocketAddr)) -> Result<(), Error> {
        let http = Http::bind(address, token)?;
        let lost = |error: io::Error| Error::at(address, format!("the address cannot be served ({error})"));
        ready(http.address().map_err(lost)?);
        http.serve(self.dispatcher).map_err(lost)
    }
}

/// Makes a [`Server`], or runs the whole command line.
#[derive(Clone, Debug)]
#[must_use]
pub struct ServerBuilder {
    pub(crate) states: States,
    pub(crate) directory: Option<PathBuf>,
    pub(crate) options: Options,
}

impl ServerBuilder {
    /// Puts a value in for [`State<T>`](crate::State) parameters and [`Context::state`](crate::Context::state); one of the
    /// same type goes.
    pub fn state<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.states.put(value);
        self
    }

    /// Puts a secret in for [`Context::secret`](crate::Context::secret); the environment's comes before it.
    pub fn secret(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.states.put_secret(name, value);
        self
    }

    /// Serves the files of a directory too: the one that holds `tools/`.
    pub fn directory(mut self, directory: impl Into<PathBuf>) -> Self {
        self.directory = Some(directory.into());
        self
    }

    /// The bound on a call where neither the call nor the tool has its own.
    pub fn bound(mut self, bound: Duration) -> Self {
        self.options.bound = bound;
        self
    }

    /// Whether arguments that are the same value in another dress are refused.
    pub fn strict(mut self, strict: bool) -> Self {
        self.options.strict = strict;
        self
    }

    /// Whether all linked Rust tools run in a worker process, not only those that say `#[tool(isolate)]`. The worker is
    /// a copy of this program, which has to reach [`ServerBuilder::main`]; what it put in before, the worker has of its
    /// own.
    pub fn isolate(mut self, all: bool) -> Self {
        self.options = self.options.isolate(all);
        self
    }

    /// Which long results are written to a file and cut.
    pub fn spill(mut self, spill: Spill) -> Self {
        self.options.spill = spill;
        self
    }

    /// Where one line a call goes.
    pub fn log(mut self, log: EventLog) -> Self {
        self.options.log = log;
        self
    }

    /// The server. No file is loaded yet: the first list or call does that.
    ///
    /// # Errors
    ///
    /// Two linked tools of one name, a `State<T>` that nobody set, a directory that cannot be served: all at once.
    pub fn build(self) -> Result<Server, Error> {
        let registry = self.registry()?;
        Ok(Server { dispatcher: Dispatcher::new(registry, self.options) })
    }

    fn registry(&self) -> Result<Registry, Error> {
        let registry = Registry::holding(self.states.clone())?;
        match &self.directory {
            Some(directory) => registry.with_directory(directory, &self.settings()),
            None => Ok(registry),
        }
    }

    fn settings(&self) -> Settings {
        Settings { bound: self.options.bound }
    }

    #[cfg(feature = "cli")]
    pub(crate) fn at(mut self, directory: Option<&Path>) -> Self {
        if let Some(directory) = directory {
            self.directory = Some(directory.to_owned());
        }
        self
    }
}
