//! Which program is started as the worker, and how: with nothing on its standard input, its output in the log, in a
//! process group of its own, and never outliving the server.

use super::{
    Link, Outbox, Started,
    link::{SOCKET_FD, STARTED_FD},
    memory,
};
use std::{
    ffi::OsString,
    io,
    os::{
        fd::{AsRawFd, FromRawFd, OwnedFd, RawFd},
        unix::{net::UnixStream, process::CommandExt},
    },
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
};

/// What is started as a worker.
#[derive(Clone, Debug)]
pub struct Program {
    /// The program.
    pub path: PathBuf,
    /// What it is started with: the part that it is to play comes first.
    pub arguments: Vec<OsString>,
}

/// This program's `main` asked the process roles: a copy of it would play one.
static ASKED: AtomicBool = AtomicBool::new(false);

/// A process role was asked for its part.
pub fn asked_for_roles() {
    ASKED.store(true, Ordering::SeqCst);
}

/// Whether a copy of this program would play a part: only then may it be started as one, since any other would run its
/// own `main` instead.
#[must_use]
pub fn plays_roles() -> bool {
    ASKED.load(Ordering::SeqCst)
}

/// The path of this very program, also when its file has been replaced since.
///
/// # Errors
///
/// When the system does not say it.
pub fn own_program() -> Result<PathBuf, String> {
    if cfg!(target_os = "linux") {
        return Ok(PathBuf::from("/proc/self/exe"));
    }
    std::env::current_exe().map_err(|error| format!("the path of this program cannot be found: {error}"))
}

/// Deep recursion in a tool is to be a `RecursionError`; the main thread's stack is given at the start.
#[cfg(target_os = "linux")]
const STACK: libc::rlim_t = 64 << 20;

/// A worker process and the link to it.
pub(super) struct Process {
    child: Child,
    pub link: Arc<Link>,
    /// Readable when the process has ended, where the system has that.
    pub ended: Option<OwnedFd>,
}

type Order = (Program, mpsc::SyncSender<io::Result<Process>>);

/// Starts the program as a worker.
///
/// One thread starts all workers and lasts: the system ends a worker with the thread that started it.
pub(super) fn start(program: Program) -> io::Result<Process> {
    static STARTER: OnceLock<Mutex<mpsc::Sender<Order>>> = OnceLock::new();
    let gone = || io::Error::other("the thread that starts workers is gone");
    let orders = STARTER.get_or_init(|| {
        let (sender, orders) = mpsc::channel::<Order>();
        let serve = move || {
            for (program, reply) in orders {
                // whoever asked may have given up
                let _ = reply.send(spawn(&program));
            }
        };
        // without the thread every order fails, and says so
        let _ = std::thread::Builder::new().name("worker-starter".into()).spawn(serve);
        Mutex::new(sender)
    });
    let (reply, answer) = mpsc::sync_channel(1);
    orders.lock().unwrap_or_else(PoisonError::into_inner).send((program, reply)).map_err(|_| gone())?;
    answer.recv().map_err(|_| gone())?
}

fn spawn(program: &Program) -> io::Result<Process> {
    let (ours, theirs) = UnixStream::pair()?;
    let (started, page) = Started::create()?;
    // high numbers, so that putting one in its place does not overwrite the other
    let (socket, page) = (above(theirs.as_raw_fd())?, above(page.as_raw_fd())?);
    let passed = [(socket.as_raw_fd(), SOCKET_FD), (page.as_raw_fd(), STARTED_FD)];
    let memory = memory::limit()?;
    let mut command = Command::new(&program.path);
    if let Some(name) = std::env::args_os().next() {
        command.arg0(name);
    }
    command.args(&program.arguments).stdin(Stdio::null());
    // SAFETY: the function only makes system calls that are allowed between fork and exec, and allocates nothing.
    unsafe { command.pre_exec(move || become_worker(passed, memory)) };
    let child = command.spawn()?;
    let ended = watch(&child);
    Ok(Process { child, link: Arc::new(Link { outbox: Outbox::new(ours.into()), started }), ended })
}

fn above(fd: RawFd) -> io::Result<OwnedFd> {
    // SAFETY: plain system call.
    let copy = unsafe { libc::fcntl(fd, libc::F_DUPFD_CLOEXEC, 10) };
    if copy < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: a descriptor that was just made for us.
    Ok(unsafe { OwnedFd::from_raw_fd(copy) })
}

/// In the child, before the program runs.
fn become_worker(passed: [(RawFd, RawFd); 2], memory: Option<u64>) -> io::Result<()> {
    // SAFETY: system calls on numbers; nothing of this process's memory is touched.
    unsafe {
        libc::dup2(libc::STDERR_FILENO, libc::STDOUT_FILENO);
        for (from, to) in passed {
            if libc::dup2(from, to) < 0 {
                return Err(io::Error::last_os_error());
            }
        }
        libc::setpgid(0, 0);
        if let Some(bytes) = memory {
            lower(libc::RLIMIT_DATA, bytes);
        }
        #[cfg(target_os = "linux")]
        {
            // where memory runs out all the same, the worker is the one to go
            let score = libc::open(c"/proc/self/oom_score_adj".as_ptr(), libc::O_WRONLY | libc::O_CLOEXEC);
            if score >= 0 {
                libc::write(score, c"500".as_ptr().cast(), 3);
                libc::close(score);
            }
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            lower(libc::RLIMIT_STACK, STACK);
        }
    }
    Ok(())
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
type Resource = libc::__rlimit_resource_t;
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
type Resource = libc::c_int;

/// Sets a limit, as far as the hard one allows. In the child, before the program runs.
fn lower(resource: Resource, to: libc::rlim_t) {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: reads and writes one live struct; allowed between fork and exec.
    unsafe {
        if libc::getrlimit(resource, &raw mut limit) == 0 {
            limit.rlim_cur = limit.rlim_max.min(to);
            libc::setrlimit(resource, &raw const limit);
        }
    }
}

#[cfg(target_os = "linux")]
fn watch(child: &Child) -> Option<OwnedFd> {
    let pid = libc::pid_t::try_from(child.id()).ok()?;
    // SAFETY: plain system call; the child has not been waited for, so the number is its own.
    let fd = unsafe { libc::syscall(libc::SYS_pidfd_open, pid, 0) };
    let fd = RawFd::try_from(fd).ok().filter(|&fd| fd >= 0)?;
    // SAFETY: a descriptor that was just made for us.
    Some(unsafe { OwnedFd::from_raw_fd(fd) })
}

#[cfg(not(target_os = "linux"))]
fn watch(_: &Child) -> Option<OwnedFd> {
    None
}

impl Process {
    /// Ends the worker and everything it started. The number stays its own until it is waited for.
    pub(super) fn kill(&self) {
        if let Ok(group) = libc::pid_t::try_from(self.child.id()) {
            // SAFETY: plain system call.
            unsafe { libc::kill(-group, libc::SIGKILL) };
        }
    }

    /// Ends it for good, and says how it ended.
    pub(super) fn reap(&mut self, aborted: &str) -> String {
        // a process that has ended by itself left its children behind
        self.kill();
        self.link.outbox.close();
        match self.child.wait() {
            Ok(status) => said(status, aborted),
            Err(error) => format!("it cannot be waited for: {error}"),
        }
    }
}

fn said(status: std::process::ExitStatus, aborted: &str) -> String {
    use std::os::unix::process::ExitStatusExt;
    let Some(signal) = status.signal() else {
        return format!("exit code {}", status.code().unwrap_or(-1));
    };
    let name = match signal {
        libc::SIGSEGV => "segmentation fault",
        libc::SIGABRT => aborted,
        libc::SIGBUS => "bus error",
        libc::SIGFPE => "arithmetic error",
        libc::SIGILL => "illegal instruction",
        libc::SIGKILL => "killed, perhaps for want of memory",
        _ => return format!("signal {signal}"),
    };
    format!("signal {signal}: {name}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt;

    #[test]
    fn an_end_is_said_with_its_signal_or_code() {
        for (raw, words) in [
            (256, "exit code 1"),
            (11, "signal 11: segmentation fault"),
            (6, "signal 6: aborted"),
            (libc::SIGTERM, "signal 15"),
        ] {
            assert_eq!(said(std::process::ExitStatus::from_raw(raw), "aborted"), words);
        }
    }
}
