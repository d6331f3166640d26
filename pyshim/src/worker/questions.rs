//! What Python tools ask of the server: the methods of another file, and calls of them. A sync tool waits for the answer
//! on its thread, without the interpreter lock; an async one is called back.

use super::{WORKER, Worker, failure::Failed, json_in, json_out, loader::LOADER_OTHERS};
use pyo3::{exceptions::PyRuntimeError, prelude::*, types::PyDict};
use std::{
    cell::Cell,
    collections::HashMap,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
};
use toolkit::workers::{Head, Op, Wire};

thread_local! {
    /// The call that this thread is in, and whether it is the main thread.
    static CALL: Cell<(u64, bool)> = const { Cell::new((0, false)) };
}

/// This thread is in a call for as long as this lives.
pub(super) struct InCall {
    before: (u64, bool),
}

impl InCall {
    pub(super) fn enter(call: Wire, main: bool) -> Self {
        Self { before: CALL.replace((call.number(), main)) }
    }
}

impl Drop for InCall {
    fn drop(&mut self) {
        CALL.set(self.before);
    }
}

/// The questions that have no answer yet, or one that nobody took.
#[derive(Default)]
pub(super) struct Questions {
    open: Mutex<Open>,
    answered: Condvar,
}

#[derive(Default)]
struct Open {
    last: u64,
    asked: HashMap<u64, Asked>,
}

#[derive(Default)]
struct Asked {
    answer: Option<Answer>,
    /// Who is called with it; else somebody waits.
    callback: Option<Py<PyAny>>,
}

/// A JSON text, or a failure.
type Answer = Result<Vec<u8>, Failed>;

impl Questions {
    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ask(&self, callback: Option<Py<PyAny>>) -> u64 {
        let mut open = self.open();
        open.last += 1;
        let question = open.last;
        open.asked.insert(question, Asked { answer: None, callback });
        question
    }

    /// An answer. Whether somebody is to be called with it; needs no interpreter lock.
    pub(super) fn told(&self, head: &Head, body: &[u8]) -> bool {
        let answer = if head.flag == Op::FAILED {
            let (kind, message) = body.split_at_checked(usize::from(head.split)).unwrap_or((b"RuntimeError", body));
            Err(Failed::new(&String::from_utf8_lossy(kind), String::from_utf8_lossy(message)))
        } else {
            Ok(body.to_vec())
        };
        let mut open = self.open();
        let Some(asked) = open.asked.get_mut(&head.key) else { return false };
        asked.answer = Some(answer);
        let calls_back = asked.callback.is_some();
        drop(open);
        if !calls_back {
            self.answered.notify_all();
        }
        calls_back
    }

    fn wait(&self, question: u64) -> Answer {
        let mut open = self.open();
        loop {
            if open.asked.get(&question).is_none_or(|asked| asked.answer.is_some()) {
                let answer = open.asked.remove(&question).and_then(|asked| asked.answer);
                return answer.unwrap_or_else(|| Err(Failed::new("RuntimeError", "the question was lost")));
            }
            open = self.answered.wait(open).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Calls whoever waits for this answer without blocking a thread.
    pub(super) fn call_back(&self, question: u64) {
        let Some(Asked { answer: Some(answer), callback: Some(callback) }) = self.open().asked.remove(&question) else {
            return;
        };
        Python::attach(|py| {
            let called = match read(py, answer) {
                Ok(value) => callback.call1(py, (value, py.None())),
                Err(error) => callback.call1(py, (py.None(), error.into_value(py))),
            };
            if let Err(error) = called {
                error.display(py);
            }
            drop(callback);
        });
    }
}

fn read(py: Python<'_>, answer: Answer) -> PyResult<Bound<'_, PyAny>> {
    match answer {
        Ok(json) => json_in::value(py, &json),
        Err(Failed { kind, message }) => {
            let error = py.import(LOADER_OTHERS)?.call_method1("failure", (kind, message))?;
            Err(PyErr::from_value(error))
        }
    }
}

impl Worker {
    /// Sends a question and waits for its answer on this thread.
    fn answer_to<'py>(&self, py: Python<'py>, op: Op, call: u64, body: &[u8]) -> PyResult<Bound<'py, PyAny>> {
        self.end_if_forked();
        let (_, main) = CALL.get();
        let answer = py.detach(|| {
            let question = self.questions.ask(None);
            // Whoever waits does not read: the answer, and what it takes to make it, is for somebody else to read.
            if main {
                self.outbox.flush();
                self.duty.main_waits(true);
            }
            self.send(Head { key: question, ..Head::new(op, Wire::from_number(call)) }, body);
            let answer = self.questions.wait(question);
            if main {
                self.duty.main_waits(false);
            }
            answer
        });
        read(py, answer)
    }
}

fn worker() -> PyResult<&'static Worker> {
    WORKER.get().ok_or_else(|| PyRuntimeError::new_err("no tool can be asked for while the worker starts"))
}

/// The functions that the loader asks with.
pub(super) fn module(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    let module = PyModule::new(py, "_pyshim_server")?;
    for function in [
        wrap_pyfunction!(current, &module)?,
        wrap_pyfunction!(look_up, &module)?,
        wrap_pyfunction!(ask, &module)?,
        wrap_pyfunction!(ask_later, &module)?,
    ] {
        module.add_function(function)?;
    }
    Ok(module)
}

/// The number of the call that this thread is in; 0 in none.
#[pyfunction]
fn current() -> u64 {
    CALL.get().0
}

/// The methods of another file: pairs of a name and the names of its parameters.
#[pyfunction]
fn look_up<'py>(py: Python<'py>, call: u64, stem: &str) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
    let methods = worker()?.answer_to(py, Op::LookUp, call, stem.as_bytes())?;
    methods
        .try_iter()?
        .map(|method| {
            let method = method?;
            Ok((method.get_item("name")?.extract()?, method.get_item("parameters")?))
        })
        .collect()
}

/// Calls another file's method and waits for its result.
#[pyfunction]
fn ask<'py>(
    py: Python<'py>,
    call: u64,
    stem: &str,
    method: &str,
    arguments: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    let body = body(py, stem, method, arguments)?;
    worker()?.answer_to(py, Op::Ask, call, &body)
}

/// Calls another file's method; `told(value, error)` is called with what came of it, on some thread.
#[pyfunction]
fn ask_later(
    py: Python<'_>,
    call: u64,
    stem: &str,
    method: &str,
    arguments: &Bound<'_, PyDict>,
    told: Py<PyAny>,
) -> PyResult<()> {
    let body = body(py, stem, method, arguments)?;
    let worker = worker()?;
    worker.end_if_forked();
    py.detach(|| {
        let question = worker.questions.ask(Some(told));
        worker.send(Head { key: question, ..Head::new(Op::Ask, Wire::from_number(call)) }, &body);
    });
    Ok(())
}

fn body(py: Python<'_>, stem: &str, method: &str, arguments: &Bound<'_, PyDict>) -> PyResult<Vec<u8>> {
    let mut body = format!("{stem}\0{method}\0").into_bytes();
    let written = json_out::write(arguments.as_any(), &mut body);
    written.map_err(|refused| {
        let Failed { kind, message } = Failed::refused(py, &refused);
        let message = message.replacen("the result", &format!("the call of `{stem}.{method}`"), 1).replacen(
            "; return a",
            "; hand over a",
            1,
        );
        let error = py.import(LOADER_OTHERS).and_then(|others| others.call_method1("failure", (kind, message)));
        error.map_or_else(|error| error, PyErr::from_value)
    })?;
    Ok(body)
}
