//! MCP over standard input and output.
//!
//! A reader thread takes the lines. What concerns tools it answers itself, in the lane; everything else goes to
//! `rmcp`. Both write to one output, and nothing else in the process can: what a tool prints goes to standard error.

mod flights;
mod lane;
mod lines;
mod output;
mod streams;
mod transport;

use super::{LARGEST, PROCESS_RUN, handler::Handler, mcp::Lists};
use crate::dispatch::Dispatcher;
use flights::Flights;
use lane::Lane;
use lines::Lines;
use output::Output;
use rmcp::{service::RunningService, service::serve_server};
use std::{
    fs::File,
    io,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};
use tokio::{
    runtime,
    signal::unix::{SignalKind, signal},
    sync::{mpsc, oneshot},
    task::JoinHandle,
};

/// How long calls may go on after the client closed standard input.
const AFTER_INPUT: Duration = Duration::from_secs(5);
/// How long they may go on after a signal.
const AFTER_SIGNAL: Duration = Duration::from_secs(1);
/// How long a client may take to read what is left.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// Standard input and output, taken away from the rest of the process.
#[derive(Debug)]
pub struct Stdio {
    input: File,
    output: File,
}

impl Stdio {
    /// Keeps both streams for the protocol. From here on the process reads nothing from standard input and prints to
    /// standard error. Call it before any tool is loaded.
    ///
    /// # Errors
    ///
    /// When the streams are closed or cannot be duplicated.
    pub fn take() -> io::Result<Self> {
        let (input, output) = streams::take()?;
        Ok(Self { input, output })
    }

    #[cfg(test)]
    pub(super) fn over(input: File, output: File) -> Self {
        Self { input, output }
    }

    /// Serves until the client closes its end, or a signal asks to stop; then the calls are finished or cancelled, and
    /// the dispatcher is stopped.
    ///
    /// # Errors
    ///
    /// When threads or signal handlers cannot be made.
    pub fn serve(self, dispatcher: Arc<Dispatcher>) -> io::Result<()> {
        let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
        let output = Output::new(self.output)?;
        let lists = Arc::new(Lists::default());
        let run = dispatcher.run(PROCESS_RUN);
        let (forward, forwarded) = mpsc::channel(1024);
        let mut lane = Lane::new(Arc::clone(&dispatcher), Arc::clone(&output), Arc::clone(&lists), run, forward);
        let flights = lane.flights();
        let (tell_end, ended) = oneshot::channel();
        let input = self.input;
        thread::Builder::new().name("standard input".to_owned()).spawn(move || {
            read(Lines::new(input, LARGEST), &mut lane);
            // Dropping the lane closes `rmcp`'s input.
            drop(lane);
            let _ = tell_end.send(());
        })?;
        let handler = Handler::of_process(Arc::clone(&dispatcher), lists, run);
        let bridge = transport::Bridge::new(forwarded, Arc::clone(&output));
        runtime.block_on(async {
            let protocol = tokio::spawn(async move {
                // An end of the input before a handshake is no error.
                if let Ok(service) = serve_server(handler, bridge).await {
                    drop(RunningService::waiting(service).await);
                }
            });
            until_end(ended, &output, &flights, protocol).await
        })?;
        for call in flights.cancel_all() {
            dispatcher.cancel(call);
        }
        dispatcher.stop();
        output.finish(Instant::now() + LAST_WORDS);
        runtime.shutdown_background();
        Ok(())
    }
}

/// Until the client or a signal ends the conversation, and what was under way has had its time.
async fn until_end(
    ended: oneshot::Receiver<()>,
    output: &Output,
    flights: &Flights,
    protocol: JoinHandle<()>,
) -> io::Result<()> {
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    let signalled = async {
        tokio::select! {
            _ = terminate.recv() => (),
            _ = interrupt.recv() => (),
        }
    };
    tokio::pin!(signalled);
    let by_signal = tokio::select! {
        _ = ended => false,
        () = output.closed() => false,
        () = &mut signalled => true,
    };
    let grace = if by_signal { AFTER_SIGNAL } else { AFTER_INPUT };
    let idle = async {
        flights.idle().await;
        if !by_signal {
            drop(protocol.await);
        }
    };
    tokio::select! {
        _ = tokio::time::timeout(grace, idle) => (),
        () = output.closed() => (),
        () = &mut signalled, if !by_signal => (),
    }
    Ok(())
}

/// Hands lines to the lane until there are none. Answers wait while whole lines do, and leave in one write.
fn read(mut lines: Lines<File>, lane: &mut Lane) {
    while let Ok(more) = lines.fill() {
        lane.hold();
        while let Some(line) = lines.next() {
            match line {
                lines::Line::Whole(line) => lane.take(line),
                lines::Line::TooLong => lane.refuse_long(),
            }
        }
        lane.release();
        if !more {
            return;
        }
    }
}
