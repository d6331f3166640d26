//! `ctx.tool("shell")`: another file's tools, for the tool that asks. Finding and calling them is the dispatcher's; here
//! a caller waits for the answer, on its thread or as a future.

use crate::{
    context::{Asking, CallId, Context, Method},
    error::Failure,
    outcome::Outcome,
    result::ToolError,
};
use serde::{Serialize, de::DeserializeOwned};
use std::{
    future::Future,
    pin::Pin,
    sync::{Arc, Condvar, Mutex, PoisonError},
    task::{Poll, Waker},
};

/// The instance that a run has of another file's class or impl block; its methods are called as any tool is: their
/// arguments are checked, their results arrive as JSON, and their bound is what is left of the caller's.
///
/// ```
/// use serde_json::json;
/// use toolkit::{Context, ToolError, tool};
///
/// /// Count the files in the directory that the shell is in.
/// #[tool]
/// fn count(ctx: &Context) -> Result<usize, ToolError> {
///     let listing: String = ctx.tool("shell")?.call("run", json!({ "command": "ls" }))?;
///     Ok(listing.lines().count())
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Handle {
    context: Context,
    stem: String,
}

impl Context {
    /// The tools of the file `<stem>.rs` or `<stem>.py`, on the instance that this run has of its class or impl block.
    ///
    /// # Errors
    ///
    /// `LookupError` when there is no such file and when it is a file of functions; `ValueError` when it is the caller's
    /// own.
    pub fn tool(&self, stem: &str) -> Result<Handle, ToolError> {
        let found: Waiting<Result<Vec<Method>, Failure>> = Waiting::default();
        let asking = self.asking().ok_or_else(alone)?;
        let shown = found.clone();
        Arc::clone(&asking.caller).look_up(asking, stem, Box::new(move |methods| shown.tell(methods)));
        found.wait_in(asking)?;
        Ok(Handle { context: self.clone(), stem: stem.to_owned() })
    }
}

impl Handle {
    /// Calls a method and waits for its result on this thread: for sync tools.
    ///
    /// # Errors
    ///
    /// What the method fails with; `AttributeError` when the file has no such method; `RuntimeError` when that method
    /// waits, however far around, for the call that asks; `TypeError` when the result is no `T`.
    pub fn call<T: DeserializeOwned>(&self, method: &str, arguments: impl Serialize) -> Result<T, ToolError> {
        let (asking, told, _) = self.start(method, arguments)?;
        read(told.wait_in(asking))
    }

    /// Calls a method; dropping the future gives the call up.
    ///
    /// # Errors
    ///
    /// As [`Handle::call`].
    pub async fn call_async<T: DeserializeOwned>(
        &self,
        method: &str,
        arguments: impl Serialize + Send,
    ) -> Result<T, ToolError> {
        let (asking, told, id) = self.start(method, arguments)?;
        let _given_up = GivenUp { asking, id };
        read(told.await)
    }

    fn start(&self, method: &str, arguments: impl Serialize) -> Result<(&Asking, Waiting<Outcome>, CallId), ToolError> {
        let asking = self.context.asking().ok_or_else(alone)?;
        let arguments = serde_json::to_string(&arguments).map_err(|error| {
            ToolError::new("TypeError", format!("the arguments cannot be written as JSON: {error}"))
        })?;
        let told: Waiting<Outcome> = Waiting::default();
        let teller = told.clone();
        let id = Arc::clone(&asking.caller).call(
            asking,
            &self.stem,
            method,
            arguments,
            Box::new(move |outcome| teller.tell(outcome)),
        );
        Ok((asking, told, id))
    }
}

fn alone() -> ToolError {
    ToolError::new("LookupError", "this context belongs to no program, so it finds no other tool")
}

fn read<T: DeserializeOwned>(outcome: Outcome) -> Result<T, ToolError> {
    let answer = outcome?;
    serde_json::from_str(&answer.json).map_err(|error| {
        ToolError::new("TypeError", format!("the result is not of the type that was asked for: {error}"))
    })
}

struct GivenUp<'a> {
    asking: &'a Asking,
    id: CallId,
}

impl Drop for GivenUp<'_> {
    fn drop(&mut self) {
        self.asking.caller.cancel(self.id);
    }
}

/// A value that somebody else will bring, waited for by one.
struct Waiting<T>(Arc<(Mutex<Slot<T>>, Condvar)>);

struct Slot<T> {
    value: Option<T>,
    waker: Option<Waker>,
}

impl<T> Default for Waiting<T> {
    fn default() -> Self {
        Self(Arc::new((Mutex::new(Slot { value: None, waker: None }), Condvar::new())))
    }
}

impl<T> Clone for Waiting<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Waiting<T> {
    fn tell(&self, value: T) {
        let mut slot = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        slot.value = Some(value);
        let waker = slot.waker.take();
        drop(slot);
        self.0.1.notify_one();
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// Waits on a thread of the call that asks.
    fn wait_in(&self, asking: &Asking) -> T {
        if let Some(value) = self.0.0.lock().unwrap_or_else(PoisonError::into_inner).value.take() {
            return value;
        }
        let mut told = None;
        asking.caller.wait(asking.call, &mut || told = Some(self.wait()));
        told.unwrap_or_else(|| self.wait())
    }

    fn wait(&self) -> T {
        let mut slot = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match slot.value.take() {
                Some(value) => return value,
                None => slot = self.0.1.wait(slot).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

impl<T> Future for Waiting<T> {
    type Output = T;
    fn poll(self: Pin<&mut Self>, task: &mut std::task::Context<'_>) -> Poll<T> {
        let mut slot = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        match slot.value.take() {
            Some(value) => Poll::Ready(value),
            None => {
                slot.waker = Some(task.waker().clone());
                Poll::Pending
            }
        }
    }
}
