//! Rust tools that end their process, in a program without Python.

#[path = "../hazards/asking.rs"]
mod asking;
#[path = "../hazards/doomed.rs"]
mod doomed;
#[path = "../hazards/kept.rs"]
mod kept;
#[path = "../hazards/rusty.rs"]
mod rusty;

use std::process::ExitCode;
use toolkit::Server;

/// It runs in a worker process whatever the command says.
#[toolkit::tool(isolate)]
fn apart() -> u32 {
    std::process::id()
}

/// It runs in the server unless the command says otherwise.
#[toolkit::tool]
fn beside() -> u32 {
    std::process::id()
}

fn main() -> ExitCode {
    // the worker comes by here too, and puts in its own
    Server::builder().state(asking::Motto("all in one shelf".to_owned())).main()
}
