//! The event log: one JSON line a call, without arguments and results. Lines are written by a thread of their own,
//! so that a call never waits for a disk or a terminal.

use crate::context::RunId;
use std::{
    fmt::{self, Write as _},
    fs::File,
    io::{self, Write},
    path::Path,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};
use toolkit_rules::json_string;

/// Where the event log goes.
#[derive(Clone, Default)]
pub struct EventLog(Option<Arc<Writer>>);

/// One call, as the log tells it.
pub(crate) struct Event<'a> {
    pub(crate) run: RunId,
    pub(crate) tool: &'a str,
    pub(crate) parent: Option<&'a str>,
    pub(crate) start: SystemTime,
    pub(crate) duration: Duration,
    pub(crate) error: Option<&'a str>,
    pub(crate) arguments: usize,
    pub(crate) result: usize,
    pub(crate) fresh: Option<&'a str>,
}

impl EventLog {
    /// No log.
    #[must_use]
    pub fn off() -> Self {
        Self(None)
    }

    /// Lines on standard error.
    #[must_use]
    pub fn stderr() -> Self {
        Self::to(io::stderr())
    }

    /// Lines appended to a file.
    ///
    /// # Errors
    ///
    /// When the file cannot be opened for writing.
    pub fn file(path: &Path) -> io::Result<Self> {
        Ok(Self::to(File::options().create(true).append(true).open(path)?))
    }

    /// Lines to anything that takes bytes.
    #[must_use]
    pub fn to(sink: impl Write + Send + 'static) -> Self {
        let shared = Arc::new(Shared { state: Mutex::default(), filled: Condvar::new() });
        let own = Arc::clone(&shared);
        // Without its thread the log keeps what fits and says nothing.
        let _ = thread::Builder::new().name("event log".to_owned()).spawn(move || own.write(sink));
        Self(Some(Arc::new(Writer(shared))))
    }

    pub(crate) fn is_on(&self) -> bool {
        self.0.is_some()
    }

    pub(crate) fn write(&self, event: &Event<'_>) {
        if let Some(writer) = &self.0 {
            writer.0.push(|line| event.render(line));
        }
    }

    /// Writes what is waiting, before the program ends.
    pub(crate) fn flush(&self) {
        if let Some(writer) = &self.0 {
            writer.0.flush();
        }
    }
}

impl fmt::Debug for EventLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_on() { "EventLog(on)" } else { "EventLog(off)" })
    }
}

struct Writer(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    filled: Condvar,
}

#[derive(Default)]
struct State {
    lines: String,
    /// The thread waits for a line, and has to be told of one.
    waiting: bool,
    /// The thread is writing what it took.
    writing: bool,
    stopped: bool,
}

/// How long lines are gathered before they are written together.
const GATHER: Duration = Duration::from_millis(5);
/// Lines beyond this are dropped rather than kept in memory when nobody reads the log.
const MOST_WAITING: usize = 16 << 20;
/// How long the end of the program waits for whoever reads the log.
const LAST_WORDS: Duration = Duration::from_secs(1);

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, render: impl FnOnce(&mut String)) {
        let mut state = self.lock();
        if state.lines.len() < MOST_WAITING {
            render(&mut state.lines);
        }
        if std::mem::take(&mut state.waiting) {
            drop(state);
            self.filled.notify_all();
        }
    }

    fn write(&self, mut sink: impl Write) {
        let mut lines = String::new();
        let mut state = self.lock();
        loop {
            if state.lines.is_empty() {
                if state.stopped {
                    return;
                }
                state.waiting = true;
                state = self.filled.wait(state).unwrap_or_else(PoisonError::into_inner);
                state.waiting = false;
                continue;
            }
            std::mem::swap(&mut state.lines, &mut lines);
            state.writing = true;
            let stopped = state.stopped;
            drop(state);
            // A log that cannot be written must not end the calls it tells of.
            let _ = sink.write_all(lines.as_bytes()).and_then(|()| sink.flush());
            lines.clear();
            state = self.lock();
            state.writing = false;
            self.filled.notify_all();
            if !stopped && state.lines.is_empty() {
                state = self.filled.wait_timeout(state, GATHER).unwrap_or_else(PoisonError::into_inner).0;
            }
        }
    }

    fn flush(&self) {
        let until = Instant::now() + LAST_WORDS;
        let mut state = self.lock();
        while (state.writing || !state.lines.is_empty()) && Instant::now() < until {
            self.filled.notify_all();
            state = self.filled.wait_timeout(state, GATHER).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // The thread is not joined: it may be held up for ever by somebody who does not read.
        self.0.lock().stopped = true;
        self.0.filled.notify_all();
        self.0.flush();
    }
}

impl Event<'_> {
    fn render(&self, line: &mut String) {
        let written = write!(line, r#"{{"run":{},"tool":{}"#, self.run.0, json_string(self.tool));
        if let Some(parent) = self.parent {
            line.push_str(r#","asked_by":"#);
            line.push_str(&json_string(parent));
        }
        line.push_str(r#","start":""#);
        write_time(line, self.start);
        let ms = self.duration.as_secs_f64() * 1e3;
        let written = written.and_then(|()| write!(line, r#"","ms":{ms:.3},"ok":{}"#, self.error.is_none()));
        if let Some(error) = self.error {
            line.push_str(r#","error":"#);
            line.push_str(&json_string(error));
        }
        let written =
            written.and_then(|()| write!(line, r#","arguments":{},"result":{}"#, self.arguments, self.result));
        if let Some(fresh) = self.fresh {
            line.push_str(r#","fresh_instance":"#);
            line.push_str(&json_string(fresh));
        }
        line.push_str("}\n");
        debug_assert!(written.is_ok(), "a String takes everything");
    }
}

/// `2026-11-30T23:56:17.123Z`.
fn write_time(line: &mut String, time: SystemTime) {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let (days, seconds) = ((since.as_secs() / 86_400) as i64, since.as_secs() % 86_400);
    // Days to a date, in the calendar that starts its years in March so that the leap day is the last.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let written =
        write!(line, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{:03}Z", since.subsec_millis());
    debug_assert!(written.is_ok(), "a String takes everything");
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that never reads.
    struct Nobody;

    impl Write for Nobody {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            loop {
                thread::park();
            }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_log_that_nobody_reads_does_not_keep_the_program_from_ending() {
        let log = EventLog::to(Nobody);
        let began = Instant::now();
        for _ in 0..3 {
            log.write(&Event {
                run: RunId(1),
                tool: "notes__write",
                parent: None,
                start: UNIX_EPOCH,
                duration: Duration::ZERO,
                error: None,
                arguments: 2,
                result: 4,
                fresh: None,
            });
            thread::sleep(GATHER);
        }
        log.flush();
        drop(log);
        assert!(began.elapsed() < 4 * LAST_WORDS);
    }
}
