//! The worker's host with the interpreter linked in: this very program, started again with another part to play.
//!
//! Only a program whose `main` asked the process roles is ever started so; any other would run its own `main` instead.

mod interpreter;

use crate::{source::ROLE, worker::serve};
use pyo3::Python;
use std::process::ExitCode;
use toolkit::{
    providers::ProcessRole,
    workers::{Link, asked_for_roles},
};

inventory::submit! { ProcessRole { run: role } }

/// Becomes the worker when the process was started as one.
fn role() -> Option<ExitCode> {
    asked_for_roles();
    if std::env::args_os().nth(1)? != ROLE {
        return None;
    }
    let link = match Link::inherited() {
        Ok(link) => link,
        Err(_) => {
            crate::log(format_args!("`{ROLE}` is a part that a server starts; run `serve`, `list` or `call` instead"));
            return Some(ExitCode::from(2));
        }
    };
    if let Err(why) = interpreter::start() {
        crate::log(format_args!("{why}"));
        link.unfit(&why);
        return Some(ExitCode::from(3));
    }
    Python::attach(|py| {
        if let Err(error) = serve(py, link) {
            error.display(py);
        }
    });
    Some(ExitCode::from(3))
}
