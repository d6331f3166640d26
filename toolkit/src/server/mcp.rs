//! What MCP says about tools, in bytes and in `rmcp`'s types: the list, the answer of a call, the errors.
//!
//! Both ways to a client, the lane and `rmcp`, take them from here, so that they cannot say different things.

mod list;
mod reply;

pub(super) use list::Lists;
pub(super) use reply::{call_result, write_reply};
use rmcp::model::{Implementation, ProtocolVersion, ServerCapabilities, ServerConfig};
use serde_json::value::RawValue;
use toolkit_rules::Schema;

/// How a client and this server agree on what they speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Era {
    /// A handshake, and a session after it: revisions up to 2025-11-25.
    Handshake,
    /// Every request says it: 2026-07-28.
    Stateless,
}

impl Era {
    pub(super) fn of(version: Option<&ProtocolVersion>) -> Self {
        match version {
            Some(version) if !version.has_initialize() => Self::Stateless,
            _ => Self::Handshake,
        }
    }
}

/// JSON-RPC's numbers for what goes wrong before a tool is reached.
pub(super) const PARSE_ERROR: i32 = -32700;
pub(super) const INVALID_REQUEST: i32 = -32600;
pub(super) const METHOD_NOT_FOUND: i32 = -32601;
pub(super) const INVALID_PARAMS: i32 = -32602;
pub(super) const INTERNAL_ERROR: i32 = -32603;

/// The name of the run in a stateless request's `_meta`, and of what the answer says about it.
pub(super) const RUN_KEY: &str = "dev.toolkit/run";

/// Who answers.
pub(super) fn implementation() -> Implementation {
    Implementation::new("toolkit", env!("CARGO_PKG_VERSION"))
}

/// What this server is and can do.
pub(super) fn config() -> ServerConfig {
    ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
        .with_server_info(implementation())
        .with_protocol_version(ProtocolVersion::LATEST_WITH_INITIALIZE)
}

/// Whether a result of this schema stands in an object of its own: revisions with a handshake take nothing but objects.
fn wraps(schema: &Schema, era: Era) -> bool {
    era == Era::Handshake && !schema.is_object()
}

/// A JSON-RPC `error` member, name included.
pub(super) fn write_error(out: &mut Vec<u8>, code: i32, message: &str) {
    out.extend_from_slice(br#""error":{"code":"#);
    out.extend_from_slice(code.to_string().as_bytes());
    out.extend_from_slice(br#","message":"#);
    write_string(out, message);
    out.push(b'}');
}

/// A text as a JSON string.
pub(super) fn write_string(out: &mut Vec<u8>, text: &str) {
    let written = serde_json::to_writer(&mut *out, text);
    debug_assert!(written.is_ok(), "memory takes everything");
}

/// What is wrong with the parameters of a method that this server has; `None` when it has no such method.
///
/// `rmcp` takes such a request for one with an unknown method.
pub(super) fn bad_params(method: &str, params: Option<&RawValue>) -> Option<String> {
    let text = params.map_or("null", RawValue::get);
    let reason = match method {
        "initialize" => serde_json::from_str::<rmcp::model::InitializeRequestParams>(text).err(),
        "tools/call" => serde_json::from_str::<rmcp::model::CallToolRequestParams>(text).err(),
        "tools/list" => serde_json::from_str::<Option<rmcp::model::PaginatedRequestParams>>(text).err(),
        "ping" | "server/discover" => None,
        _ => return None,
    };
    Some(match reason {
        Some(reason) => format!("the parameters of `{method}` do not fit ({reason}); send what the method takes"),
        None => format!("the parameters of `{method}` do not fit; send an object"),
    })
}
