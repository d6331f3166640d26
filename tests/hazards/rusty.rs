//! One tool for each way in which a Rust tool can go wrong and be survived.

use std::{io::Write, thread, time::Duration};
use toolkit::tool;

/// Panic with a message.
#[tool]
fn panics() {
    panic!("the shelf is empty");
}

/// Never end.
#[tool]
fn spins() {
    loop {
        std::hint::spin_loop();
    }
}

/// Sleep for longer than anyone waits.
#[tool]
fn sleeps() {
    thread::sleep(Duration::from_secs(1_000));
}

/// Block an event loop.
#[tool]
async fn blocks() {
    thread::sleep(Duration::from_secs(1_000));
}

/// Panic in a future.
#[tool]
async fn panics_later() {
    panic!("the shelf is still empty");
}

/// Write to standard output in every way.
#[tool]
fn prints() -> String {
    println!("print");
    std::io::stdout().write_all(b"half a line").ok();
    std::io::stdout().flush().ok();
    "printed".to_owned()
}

/// Answer at once.
#[tool]
fn quick(#[arg(default = 1)] n: i64) -> i64 {
    n
}
