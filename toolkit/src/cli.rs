//! The command line: `list`, `call`, `check` and `serve`. Data goes to standard output, everything else to standard
//! error; 0 says that all is well, 1 that there are findings or that a call failed, 2 that the command is wrong.

mod print;

use crate::{
    Dispatcher, Ended, Error, EventLog, Reply, Request, Server, ServerBuilder, Spill,
    provider::ProcessRole,
    server::{Http, Stdio},
};
use clap::{Args, Parser, Subcommand, ValueEnum};
use serde_json::value::RawValue;
use std::{
    collections::HashMap,
    ffi::OsString,
    io::{self, Read},
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
    time::Duration,
};

/// The whole program of a crate with tools: `mod tools; fn main() -> ExitCode { toolkit::main() }`.
///
/// A copy of the program that was started to play another part, such as that of a Python worker, plays it.
///
/// [`Server::builder`] is for a program that puts something in for its tools.
#[must_use]
pub fn main() -> ExitCode {
    Server::builder().main()
}

impl ServerBuilder {
    /// The whole command line, over what was put in: `list`, `call`, `check` and `serve`. What the builder says holds
    /// where the command says nothing else.
    #[must_use = "it is what the program ends with"]
    pub fn main(self) -> ExitCode {
        crate::isolate::hold(&self.states);
        if let Some(code) = inventory::iter::<ProcessRole>.into_iter().find_map(|role| (role.run)()) {
            return code;
        }
        run(&self, std::env::args_os())
    }
}

/// Tools for LLM agents: one catalog from Rust and Python.
#[derive(Parser, Debug)]
#[command(name = "toolkit", version, about, arg_required_else_help = true)]
struct Line {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Print the tools.
    List {
        #[command(flatten)]
        harness: Harness,
        /// As `/rpc` answers `list`: entries and errors as one JSON object.
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        calls: Calls,
    },
    /// Call one tool and print its result.
    #[command(override_usage = "call [OPTIONS] [DIR] NAME [ARGS]")]
    Call {
        /// The directory that holds `tools/`, the tool, and its arguments as a JSON object (`-` reads them from
        /// standard input).
        #[arg(required = true, num_args = 1..=3, value_name = "[DIR] NAME [ARGS]")]
        words: Vec<String>,
        #[command(flatten)]
        calls: Calls,
        /// Append one JSON line a call to this file.
        #[arg(long, value_name = "FILE")]
        log: Option<PathBuf>,
    },
    /// Print every error and warning; fail when there are errors.
    Check {
        #[command(flatten)]
        harness: Harness,
        /// Fail on warnings too.
        #[arg(long)]
        deny_warnings: bool,
        /// Stop at the first error.
        #[arg(long)]
        first: bool,
        #[command(flatten)]
        calls: Calls,
    },
    /// Serve the tools to agents.
    Serve {
        #[command(flatten)]
        harness: Harness,
        #[command(flatten)]
        face: Face,
        #[command(flatten)]
        calls: Calls,
        /// Append one JSON line a call to this file; `-` is standard error, the default, and `off` writes none.
        #[arg(long, value_name = "FILE")]
        log: Option<PathBuf>,
    },
}

#[derive(Args, Debug)]
struct Harness {
    /// The directory that holds `tools/`; without one there are the linked tools only.
    #[arg(value_name = "DIR")]
    directory: Option<PathBuf>,
}

#[derive(Args, Debug)]
#[group(required = true, multiple = false)]
struct Face {
    /// MCP over standard input and output.
    #[arg(long)]
    stdio: bool,
    /// MCP at `/mcp` and the Splox wire at `/rpc`, on this address. The environment's `SPLOX_TOOLSERVER_TOKEN`, when
    /// set, must be the bearer token of every request.
    #[arg(long, value_name = "ADDR")]
    http: Option<String>,
}

#[derive(Args, Debug)]
struct Calls {
    /// The bound on a call, and on loading the files: 120 unless the program says otherwise.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,
    /// Take no argument that is the same value in another dress (`"5"` for 5).
    #[arg(long)]
    strict: bool,
    /// Run all linked Rust tools in a worker process, not only those that say `isolate`: what ends a process then ends
    /// that one.
    #[arg(long)]
    isolate: bool,
    /// Which long results are written to a file and cut: strings unless the program says otherwise.
    #[arg(long, value_name = "WHICH")]
    spill: Option<Long>,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Long {
    /// Strings.
    Strings,
    /// Any JSON.
    All,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let bound = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    bound.filter(|bound| !bound.is_zero()).ok_or_else(|| "write a number of seconds above 0".to_owned())
}

/// What a command ends with when it does not end well.
enum Stop {
    /// Something in the tools or in the system; exit 1.
    Findings(String),
    /// Something in the command; exit 2.
    Usage(String),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Findings(error.reports.iter().map(print::block).collect())
    }
}

fn run(program: &ServerBuilder, words: impl IntoIterator<Item = OsString>) -> ExitCode {
    let line = match Line::try_parse_from(words) {
        Ok(line) => line,
        Err(error) => {
            // A closed stream is no reason for another code.
            drop(error.print());
            return if error.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS };
        }
    };
    let ended = match line.command {
        Command::List { harness, json, calls } => list(program, &harness, json, &calls),
        Command::Call { words, calls, log } => call(program, words, &calls, log.as_deref()),
        Command::Check { harness, deny_warnings, first, calls } => {
            check(program, &harness, deny_warnings, first, &calls)
        }
        Command::Serve { harness, face, calls, log } => serve(program, &harness, &face, &calls, log.as_deref()),
    };
    match ended {
        Ok(code) => code,
        Err(Stop::Findings(text)) => {
            print::err(text.trim_end());
            ExitCode::FAILURE
        }
        Err(Stop::Usage(text)) => {
            print::err(&text);
            ExitCode::from(2)
        }
    }
}

fn open(
    program: &ServerBuilder,
    directory: Option<&Path>,
    calls: &Calls,
    log: Option<EventLog>,
) -> Result<Arc<Dispatcher>, Error> {
    let mut program = program.clone().at(directory);
    if let Some(log) = log {
        program = program.log(log);
    }
    if let Some(bound) = calls.timeout {
        program = program.bound(bound);
    }
    if calls.strict {
        program = program.strict(true);
    }
    if calls.isolate {
        program = program.isolate(true);
    }
    if let Some(long) = calls.spill {
        program = program.spill(match long {
            Long::Strings => Spill::Strings,
            Long::All => Spill::All,
        });
    }
    Ok(Arc::clone(program.build()?.dispatcher()))
}

fn open_log(path: &Path) -> Result<EventLog, Stop> {
    EventLog::file(path).map_err(|error| {
        Stop::Usage(format!("{}: the log cannot be written ({error}); give another file", path.display()))
    })
}

fn list(program: &ServerBuilder, harness: &Harness, json: bool, calls: &Calls) -> Result<ExitCode, Stop> {
    let dispatcher = open(program, harness.directory.as_deref(), calls, None)?;
    let catalog = dispatcher.catalog();
    dispatcher.stop();
    if json {
        print::out(catalog.entries_json());
    } else {
        print::tools(&catalog);
        print::reports_to_stderr(&catalog);
    }
    Ok(if catalog.errors.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn check(
    program: &ServerBuilder,
    harness: &Harness,
    deny_warnings: bool,
    first: bool,
    calls: &Calls,
) -> Result<ExitCode, Stop> {
    let dispatcher = match open(program, harness.directory.as_deref(), calls, None) {
        Ok(dispatcher) => dispatcher,
        Err(error) => {
            let shown = if first { 1 } else { error.reports.len() };
            error.reports.iter().take(shown).for_each(|report| print::out(print::block(report).trim_end()));
            return Ok(ExitCode::FAILURE);
        }
    };
    let catalog = dispatcher.catalog();
    dispatcher.stop();
    print::findings(&catalog, first);
    print::err(&print::summary(&catalog));
    let failed = !catalog.errors.is_empty() || deny_warnings && !catalog.warnings.is_empty();
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The directory, the name and the arguments of `call`.
fn call_words(words: Vec<String>) -> (Option<PathBuf>, String, Option<String>) {
    let mut words = words.into_iter();
    let is_arguments = |word: &str| word == "-" || word.trim_start().starts_with('{');
    match (words.next(), words.next(), words.next()) {
        (Some(directory), Some(name), Some(arguments)) => (Some(directory.into()), name, Some(arguments)),
        (Some(name), Some(arguments), None) if is_arguments(&arguments) => (None, name, Some(arguments)),
        (Some(directory), Some(name), None) => (Some(directory.into()), name, None),
        (name, ..) => (None, name.unwrap_or_default(), None),
    }
}

fn call(program: &ServerBuilder, words: Vec<String>, calls: &Calls, log: Option<&Path>) -> Result<ExitCode, Stop> {
    let (directory, name, mut arguments) = call_words(words);
    if arguments.as_deref() == Some("-") {
        let mut text = String::new();
        io::stdin()
            .read_to_string(&mut text)
            .map_err(|error| Stop::Usage(format!("standard input cannot be read ({error}); send UTF-8")))?;
        arguments = Some(text);
    }
    if let Some(text) = &arguments
        && let Err(error) = serde_json::from_str::<HashMap<String, &RawValue>>(text)
    {
        let message = format!(r#"the arguments are no JSON object ({error}); write them as '{{"name": "value"}}'"#);
        return Err(Stop::Usage(message));
    }
    let log = log.map(open_log).transpose()?;
    let dispatcher = open(program, directory.as_deref(), calls, log)?;
    let (tell, told) = std::sync::mpsc::channel();
    let request = Request { name: &name, arguments: arguments.as_deref(), run: dispatcher.run("process"), bound: None };
    dispatcher.call(request, move |reply| drop(tell.send(reply)));
    let reply = told.recv();
    dispatcher.stop();
    match reply {
        Ok(Reply::Ended(ended)) => Ok(print_ended(&ended)),
        Ok(Reply::UnknownTool(failure)) => Err(Stop::Findings(failure.message)),
        Err(_) => Err(Stop::Findings("the call was lost before it ended; call again".to_owned())),
    }
}

fn print_ended(ended: &Ended) -> ExitCode {
    match &ended.outcome {
        Ok(answer) => {
            match serde_json::from_str::<String>(&answer.json) {
                Ok(text) => print::out(&text),
                Err(_) => print::out(&answer.json),
            }
            if let Some(line) = ended.last_line() {
                print::err(&line);
            }
            ExitCode::SUCCESS
        }
        Err(failure) => {
            print::err(&failure.to_string());
            ExitCode::FAILURE
        }
    }
}

fn serve(
    program: &ServerBuilder,
    harness: &Harness,
    face: &Face,
    calls: &Calls,
    log: Option<&Path>,
) -> Result<ExitCode, Stop> {
    let log = match log.map(|path| (path.to_str(), path)) {
        None if program.options.log.is_on() => None,
        None | Some((Some("-"), _)) => Some(EventLog::stderr()),
        Some((Some("off"), _)) => Some(EventLog::off()),
        Some((_, path)) => Some(open_log(path)?),
    };
    let lost = |what: &str, error: &io::Error| Stop::Findings(format!("{what} cannot be served ({error})"));
    let directory = harness.directory.as_deref();
    match &face.http {
        Some(address) => {
            let http = Http::bind(address, std::env::var("SPLOX_TOOLSERVER_TOKEN").ok())?;
            let address = http.address().map_err(|error| lost("the address", &error))?;
            let dispatcher = open(program, directory, calls, log)?;
            say_what_there_is(&dispatcher, Some(format!("http://{address}")));
            // What the Splox server prints, for those who start it and wait.
            print::out(&format!(r#"{{"ready":true,"port":{}}}"#, address.port()));
            http.serve(dispatcher).map_err(|error| lost("HTTP", &error))?;
        }
        None => {
            let stdio = Stdio::take().map_err(|error| lost("standard input and output", &error))?;
            let dispatcher = open(program, directory, calls, log)?;
            say_what_there_is(&dispatcher, None);
            stdio.serve(dispatcher).map_err(|error| lost("standard input and output", &error))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Loads the tools, and tells about them without keeping the first client waiting.
fn say_what_there_is(dispatcher: &Arc<Dispatcher>, place: Option<String>) {
    dispatcher.catalog_then(move |catalog| {
        print::reports_to_stderr(&catalog);
        let place = place.map_or("standard input and output".to_owned(), |url| format!("{url}/mcp and {url}/rpc"));
        print::err(&format!("{}, served on {place}", print::summary(&catalog)));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_call_are_told_apart_by_their_shape() {
        for (words, expected) in [
            (&["a__b"][..], (None, "a__b", None)),
            (&["a__b", " {}"], (None, "a__b", Some(" {}"))),
            (&["a__b", "-"], (None, "a__b", Some("-"))),
            (&["dir", "a__b"], (Some("dir"), "a__b", None)),
            (&["dir", "a__b", "[]"], (Some("dir"), "a__b", Some("[]"))),
        ] {
            let (directory, name, arguments) = call_words(words.iter().map(|&word| word.to_owned()).collect());
            let found = (directory.as_deref().and_then(Path::to_str), &*name, arguments.as_deref());
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn wrong_commands_are_refused() {
        for words in [
            &["toolkit", "serve"][..],
            &["toolkit", "serve", "--stdio", "--http", "127.0.0.1:0"],
            &["toolkit", "list", "--timeout", "0"],
            &["toolkit", "list", "--timeout", "soon"],
            &["toolkit", "call"],
            &["toolkit", "call", "dir", "name", "{}", "more"],
            &["toolkit", "lst"],
        ] {
            assert!(Line::try_parse_from(words).is_err(), "{words:?}");
        }
        assert!(Line::try_parse_from(["toolkit", "serve", "--http", "127.0.0.1:0", "dir", "--timeout", "1.5"]).is_ok());
    }
}
