//! The provider of linked tools of which some are isolated, and what their supervisor is told about them.

use super::worker;
use crate::{
    context::{CallId, RunId},
    error::Failure,
    exec::Linked,
    linked::{self, LinkedTool},
    provider::{Asked, Call, Cut, Done, Listing, Offered, Provider},
    workers::{Kind, Program, Source, Supervisor, own_program, plays_roles},
};
use std::{
    ffi::OsString,
    io,
    sync::Arc,
    time::{Duration, Instant},
};

/// For the worker to say that it is up, which it does at once.
const START: Duration = Duration::from_secs(60);
/// The first argument of a program that is to be the worker.
pub(super) const ROLE: &str = "toolkit-worker";
/// What both sides must have been built from: they are the same file, unless somebody put another in its place.
pub(super) const EDITION: &str = concat!("toolkit ", env!("CARGO_PKG_VERSION"), " frames 2");

/// The linked tools, some of them in a worker process.
pub(crate) struct Isolated {
    here: Linked,
    /// For each tool, by its key.
    apart: Vec<bool>,
    there: io::Result<Supervisor>,
}

impl Isolated {
    /// Of these tools, those where `apart` says so run in a worker.
    pub(super) fn new(here: Linked, tools: &[&'static LinkedTool], apart: Vec<bool>) -> Self {
        let isolated = tools.iter().zip(&apart).filter(|(_, apart)| **apart).map(|(tool, _)| *tool).collect();
        Self { here, apart, there: Supervisor::open(Box::new(Tools(isolated)), START) }
    }
}

impl Provider for Isolated {
    fn list(&self, until: Instant) -> Listing {
        self.here.list(until)
    }

    fn moved(&self, _asked: Asked<'_>) -> bool {
        false
    }

    fn start(&self, call: Call, done: Done) {
        if !self.apart.get(call.tool.key as usize).is_some_and(|&apart| apart) {
            return self.here.start(call, done);
        }
        match &self.there {
            Ok(there) => there.start(call, done),
            Err(error) => {
                let message = format!("isolated tools need a thread and a socket pair: {error}");
                done.finish(Err(Failure::new("RuntimeError", message)));
            }
        }
    }

    fn cut(&self, id: CallId, why: Cut) {
        self.here.cut(id, why);
        if let Ok(there) = &self.there {
            there.cut(id, why);
        }
    }

    fn end_run(&self, run: RunId) {
        self.here.end_run(run);
        if let Ok(there) = &self.there {
            there.end_run(run);
        }
    }

    fn stop(&self) {
        self.here.stop();
        if let Ok(there) = &self.there {
            there.stop();
        }
    }
}

/// The tools behind the worker.
struct Tools(Vec<&'static LinkedTool>);

impl Source for Tools {
    fn kind(&self) -> Kind {
        Kind {
            worker: "Rust worker",
            tools: "isolated tools",
            place: "isolated tools",
            // the log has which
            aborted: if cfg!(panic = "abort") {
                "aborted, perhaps by a panic, by a stack overflow or for want of memory"
            } else {
                "aborted, perhaps by a stack overflow or for want of memory"
            },
            edition: EDITION,
            // nothing else ends a Rust call that goes on
            keeps_stuck: false,
            write_call: worker::write_call,
        }
    }

    fn program(&self) -> Result<Program, String> {
        if !plays_roles() {
            return Err("isolated tools run in a copy of their program, and the `main` of this one calls neither \
                        `toolkit::main` nor `ServerBuilder::main`; call one of them, or take `isolate` away"
                .to_owned());
        }
        Ok(Program { path: own_program()?, arguments: vec![OsString::from(ROLE)] })
    }

    fn listing(&self) -> Option<Listing> {
        // the worker's numbers are places among all linked tools
        let linked = linked::linked();
        let key = |tool: &LinkedTool| linked.iter().position(|linked| std::ptr::eq(*linked, tool));
        let offered = |tool: &&'static LinkedTool| {
            Some(Offered { spec: Arc::new(tool.spec.clone()), key: u64::try_from(key(tool)?).ok()? })
        };
        Some(Listing { tools: self.0.iter().filter_map(offered).collect(), ..Listing::default() })
    }

    fn moved(&self, _asked: Asked<'_>) -> bool {
        false
    }

    fn read(&mut self, _said: &[u8]) -> Result<Option<Listing>, String> {
        Ok(None)
    }

    fn loading(&self, part: &str) -> String {
        format!("loading {part}")
    }

    fn blame(&mut self, _part: &str, _message: String) {}

    fn setup(&mut self) -> Vec<u8> {
        Vec::new()
    }
}
