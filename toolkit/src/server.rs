//! The faces: MCP over stdio and Streamable HTTP, and the `/rpc` wire. One dispatcher stands behind all of them, so
//! that errors and bounds are the same in each.
//!
//! Nothing here knows a rule about tools; nothing below here knows a protocol.

mod envelope;
mod handler;
mod http;
mod mcp;
mod rpc;
mod stdio;

pub use http::Http;
pub use stdio::Stdio;

/// No message may be larger, over any transport.
const LARGEST: usize = 64 << 20;
/// The key of the run that the process itself is.
const PROCESS_RUN: &str = "process";

#[cfg(test)]
mod tests;
