//! One tool for each way in which a Rust tool ends its process, and what else only a process of its own survives. All are
//! isolated.

use std::{hint::black_box, io::Read, process, ptr};
use toolkit::tool;

/// Abort.
#[tool(isolate)]
fn aborts() {
    process::abort();
}

/// Leave with a code.
#[tool(isolate)]
fn exits() {
    process::exit(3);
}

/// Write where nothing is.
#[tool(isolate)]
fn crashes() {
    // SAFETY: none: this is the crash that the test wants.
    unsafe { ptr::with_exposed_provenance_mut::<u8>(8).write_volatile(1) };
}

/// Go deeper without end.
#[tool(isolate)]
fn overflows(#[arg(default = 1)] n: u64) -> u64 {
    fn deeper(n: u64) -> u64 {
        let room = black_box([n; 64]);
        if black_box(n) == 0 { 0 } else { deeper(n + 1) + room[7] }
    }
    deeper(n)
}

/// Overflow the stack of a future's thread.
#[tool(isolate)]
async fn overflows_later() -> u64 {
    overflows(1)
}

/// Take all memory there is.
#[tool(isolate)]
fn hungers() -> usize {
    let mut held = Vec::new();
    loop {
        held.push(vec![0_u8; 64 << 20]);
        black_box(&held);
    }
}

/// Read standard input to its end.
#[tool(isolate)]
fn listens() -> String {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).map_or_else(|error| error.to_string(), |_| text)
}

/// Close the standard streams.
#[tool(isolate)]
fn hushes() -> String {
    for descriptor in 0..3 {
        // SAFETY: none: a tool that closes what is not its own is what the test wants.
        drop(unsafe { <std::fs::File as std::os::fd::FromRawFd>::from_raw_fd(descriptor) });
    }
    "hushed".to_owned()
}

/// Say where a new file ends up, which closed streams make room for.
#[tool(isolate)]
fn opens() -> i32 {
    std::fs::File::open("/dev/null").map_or(-1, |file| std::os::fd::AsRawFd::as_raw_fd(&file))
}

/// Return that many bytes.
#[tool(isolate)]
fn swells(bytes: usize) -> String {
    "x".repeat(bytes)
}

/// Say which process this is.
#[tool(isolate)]
fn process() -> u32 {
    process::id()
}
