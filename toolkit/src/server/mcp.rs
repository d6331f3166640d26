//! What MCP says about tools, in bytes and in `rmcp`'s types: the list, the answer of a call, the errors.
//!
//! Both ways to a client, the lane and `rmcp`, take them from here, so that they cannot say different things.

use crate::{
    catalog::{Catalog, Listed},
    dispatch::{Ended, Reply},
};
use rmcp::model::{
    CacheScope, CallToolResult, ContentBlock, ErrorData, Implementation, ListToolsResult, MetaObject, ProtocolVersion,
    ServerCapabilities, ServerConfig, Tool,
};
use serde_json::{Value, json, value::RawValue};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

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
const FRESH_KEY: &str = "dev.toolkit/fresh_instance";

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

/// The list of tools as MCP tells it, made once a catalog.
pub(super) struct ToolList {
    version: u64,
    handshake: String,
    stateless: String,
    tools: OnceLock<Vec<Tool>>,
    catalog: Arc<Catalog>,
}

impl ToolList {
    fn of(catalog: &Arc<Catalog>) -> Self {
        let entry = |listed: &Listed| {
            let spec = listed.spec();
            let (name, description) = (json!(&*spec.name), json!(&*spec.description));
            format!(r#"{{"name":{name},"description":{description},"inputSchema":{}}}"#, &*spec.schema)
        };
        let tools = catalog.tools().iter().map(entry).collect::<Vec<_>>().join(",");
        let meta = Value::Object(list_meta().0);
        Self {
            version: catalog.version,
            handshake: format!(r#"{{"tools":[{tools}]}}"#),
            stateless: format!(
                r#"{{"resultType":"complete","_meta":{meta},"ttlMs":0,"cacheScope":"private","tools":[{tools}]}}"#
            ),
            tools: OnceLock::new(),
            catalog: Arc::clone(catalog),
        }
    }

    /// The result of `tools/list`, as JSON text.
    pub(super) fn json(&self, era: Era) -> &str {
        match era {
            Era::Handshake => &self.handshake,
            Era::Stateless => &self.stateless,
        }
    }

    /// The result of `tools/list`, in `rmcp`'s types.
    pub(super) fn result(&self, era: Era) -> ListToolsResult {
        let mut result = ListToolsResult::with_all_items(self.tools().to_vec());
        if era == Era::Stateless {
            result.meta = Some(list_meta());
            result.ttl_ms = Some(0);
            result.cache_scope = Some(CacheScope::Private);
        }
        result
    }

    fn tools(&self) -> &[Tool] {
        self.tools.get_or_init(|| {
            let tool = |listed: &Listed| {
                let spec = listed.spec();
                let schema = serde_json::from_str(&spec.schema).unwrap_or_default();
                Tool::new(spec.name.to_string(), spec.description.to_string(), Arc::new(schema))
            };
            self.catalog.tools().iter().map(tool).collect()
        })
    }

    /// One tool, in `rmcp`'s types.
    pub(super) fn tool(&self, name: &str) -> Option<Tool> {
        self.tools().iter().find(|tool| tool.name == name).cloned()
    }
}

fn list_meta() -> MetaObject {
    let mut meta = MetaObject::default();
    meta.0.insert("io.modelcontextprotocol/serverInfo".to_owned(), json!(implementation()));
    meta
}

/// The last list that was made.
#[derive(Default)]
pub(super) struct Lists(Mutex<Option<Arc<ToolList>>>);

impl Lists {
    /// The list of this catalog.
    pub(super) fn of(&self, catalog: &Arc<Catalog>) -> Arc<ToolList> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &*kept {
            Some(list) if list.version == catalog.version => Arc::clone(list),
            _ => Arc::clone(kept.insert(Arc::new(ToolList::of(catalog)))),
        }
    }

    /// The list that was made last, whatever has moved since.
    pub(super) fn last(&self) -> Option<Arc<ToolList>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The answer of a call as JSON-RPC's `result` or `error` member, name included.
pub(super) fn write_reply(out: &mut Vec<u8>, reply: &Reply, era: Era) {
    match reply {
        Reply::UnknownTool(failure) => write_error(out, INVALID_PARAMS, &failure.message),
        Reply::Ended(ended) => {
            out.extend_from_slice(br#""result":{"#);
            if era == Era::Stateless {
                out.extend_from_slice(br#""resultType":"complete","#);
            }
            out.extend_from_slice(br#""content":[{"type":"text","text":"#);
            match &ended.outcome {
                Ok(answer) => write_answer(out, &answer.json, ended.last_line(), era),
                Err(failure) => {
                    write_string(out, &failure.to_string());
                    out.extend_from_slice(br#"}],"isError":true"#);
                }
            }
            if let Some(meta) = meta(ended, None) {
                out.extend_from_slice(br#","_meta":"#);
                out.extend_from_slice(Value::Object(meta.0).to_string().as_bytes());
            }
            out.push(b'}');
        }
    }
}

fn write_answer(out: &mut Vec<u8>, json: &str, last_line: Option<String>, era: Era) {
    if let Some(open) = json.strip_suffix('"') {
        out.extend_from_slice(open.as_bytes());
        if let Some(line) = last_line {
            // Its opening quote gives way to what is already there.
            let at = out.len();
            write_string(out, &format!("\n{line}"));
            out.remove(at);
        } else {
            out.push(b'"');
        }
        out.extend_from_slice(b"}]");
        return;
    }
    write_string(out, json);
    if json.starts_with('{') || era == Era::Stateless {
        out.extend_from_slice(br#"}],"structuredContent":"#);
        out.extend_from_slice(json.as_bytes());
    } else {
        out.extend_from_slice(br#"}],"structuredContent":{"result":"#);
        out.extend_from_slice(json.as_bytes());
        out.push(b'}');
    }
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

/// The answer of a call, in `rmcp`'s types. `own_run` says that the call had a run of its own.
pub(super) fn call_result(reply: Reply, era: Era, own_run: bool) -> Result<CallToolResult, ErrorData> {
    let ended = match reply {
        Reply::UnknownTool(failure) => return Err(ErrorData::invalid_params(failure.message, None)),
        Reply::Ended(ended) => ended,
    };
    let meta = meta(&ended, own_run.then_some(Value::Null));
    let last_line = ended.last_line();
    let mut result = CallToolResult::default();
    match ended.outcome {
        Ok(answer) if answer.json.starts_with('"') => {
            let mut text: String = serde_json::from_str(&answer.json).map_err(not_json)?;
            if let Some(line) = last_line {
                text.push('\n');
                text.push_str(&line);
            }
            result.content = vec![ContentBlock::text(text)];
        }
        Ok(answer) => {
            let value: Value = serde_json::from_str(&answer.json).map_err(not_json)?;
            let wrapped = if value.is_object() || era == Era::Stateless { value } else { json!({"result": value}) };
            result.content = vec![ContentBlock::text(answer.json)];
            result.structured_content = Some(wrapped);
        }
        Err(failure) => {
            result.content = vec![ContentBlock::text(failure.to_string())];
            result.is_error = Some(true);
        }
    }
    result.meta = meta;
    Ok(result)
}

fn not_json(error: serde_json::Error) -> ErrorData {
    ErrorData::internal_error(format!("the tool's result is no JSON ({error})"), None)
}

fn meta(ended: &Ended, run: Option<Value>) -> Option<MetaObject> {
    let mut meta = MetaObject::default();
    if let Some(why) = &ended.notes.fresh_instance {
        meta.0.insert(FRESH_KEY.to_owned(), json!(why));
    }
    if let Some(run) = run {
        meta.0.insert(RUN_KEY.to_owned(), run);
    }
    (!meta.0.is_empty()).then_some(meta)
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
