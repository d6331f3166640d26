//! A panic of a tool is a failed call: `Panic: <message>`.

use crate::{error::Failure, linked::AsyncCall, outcome::Outcome};
use std::{
    any::Any,
    future::poll_fn,
    panic::{AssertUnwindSafe, catch_unwind},
};

/// The kind of a failure that was a panic.
pub(super) const PANIC: &str = "Panic";

/// Runs a tool's code.
pub(super) fn caught<T>(run: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    // What the code was working on is dropped afterwards, never used again.
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|payload| Err(failure(payload)))
}

/// Makes a tool's future and runs it; a panic while it is made, polled or dropped is caught.
pub(super) async fn caught_future<'a>(make: impl FnOnce() -> AsyncCall<'a>) -> Outcome {
    let mut future = Some(match catch_unwind(AssertUnwindSafe(make)) {
        Ok(future) => future,
        Err(payload) => return Err(failure(payload)),
    });
    poll_fn(move |task| {
        let polled = catch_unwind(AssertUnwindSafe(|| {
            let poll = future.as_mut().map(|future| future.as_mut().poll(task));
            if poll.as_ref().is_some_and(std::task::Poll::is_ready) {
                future = None;
            }
            poll
        }));
        match polled {
            Ok(Some(poll)) => poll,
            Ok(None) => std::task::Poll::Ready(Err(Failure::new("RuntimeError", "the call was polled after its end"))),
            Err(payload) => {
                let lost = future.take();
                let _ = catch_unwind(AssertUnwindSafe(|| drop(lost)));
                std::task::Poll::Ready(Err(failure(payload)))
            }
        }
    })
    .await
}

fn failure(payload: Box<dyn Any + Send>) -> Failure {
    let message = match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(other) => match other.downcast::<&'static str>() {
            Ok(text) => (*text).to_owned(),
            Err(other) => {
                // A payload may panic when it is dropped.
                let _ = catch_unwind(AssertUnwindSafe(|| drop(other)));
                "the tool panicked without a message".to_owned()
            }
        },
    };
    Failure::new(PANIC, message)
}
