//! What MCP says about tools, in bytes and in `rmcp`'s types: the list, the answer of a call, the errors.
//!
//! Both ways to a client, the lane and `rmcp`, take them from here, so that they cannot say different things.

use crate::{
    catalog::{Catalog, Listed},
    dispatch::{Ended, Reply},
    outcome::{Answer, Form},
    spec::{Annotations, ToolSpec},
};
use rmcp::model::{
    CacheScope, CallToolResult, ContentBlock, ErrorData, Implementation, ListToolsResult, MetaObject, ProtocolVersion,
    ServerCapabilities, ServerConfig, Tool,
};
use serde_json::{Value, json, value::RawValue};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use toolkit_rules::{Schema, json_string, schema::output_text};

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
    tools: [OnceLock<Vec<Tool>>; 2],
    catalog: Arc<Catalog>,
}

impl ToolList {
    fn of(catalog: &Arc<Catalog>) -> Self {
        let tools = |era| {
            let entries: Vec<_> = catalog.tools().iter().map(|listed| entry(listed.spec(), era)).collect();
            entries.join(",")
        };
        let meta = Value::Object(list_meta().0);
        Self {
            version: catalog.version,
            handshake: format!(r#"{{"tools":[{}]}}"#, tools(Era::Handshake)),
            stateless: format!(
                r#"{{"resultType":"complete","_meta":{meta},"ttlMs":0,"cacheScope":"private","tools":[{}]}}"#,
                tools(Era::Stateless)
            ),
            tools: Default::default(),
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
        let mut result = ListToolsResult::with_all_items(self.tools(era).to_vec());
        if era == Era::Stateless {
            result.meta = Some(list_meta());
            result.ttl_ms = Some(0);
            result.cache_scope = Some(CacheScope::Private);
        }
        result
    }

    fn tools(&self, era: Era) -> &[Tool] {
        self.tools[usize::from(era == Era::Stateless)].get_or_init(|| {
            let tool = |listed: &Listed| {
                // The entry names what `Tool` has, and nothing else.
                serde_json::from_str(&entry(listed.spec(), era)).unwrap_or_else(|_| bare(listed.spec()))
            };
            self.catalog.tools().iter().map(tool).collect()
        })
    }

    /// One tool, in `rmcp`'s types.
    pub(super) fn tool(&self, name: &str) -> Option<Tool> {
        self.tools(Era::Stateless).iter().find(|tool| tool.name == name).cloned()
    }
}

fn bare(spec: &ToolSpec) -> Tool {
    Tool::new(spec.name.to_string(), spec.description.to_string(), Arc::new(rmcp::model::JsonObject::new()))
}

/// One tool as MCP lists it, members in `rmcp`'s order. What the author left open is not there.
fn entry(spec: &ToolSpec, era: Era) -> String {
    let Annotations { title, read_only, destructive, idempotent, open_world } = &spec.extras.annotations;
    let title = title.as_ref().map(|title| json_string(title));
    let mut text = format!(r#"{{"name":{}"#, json_string(&spec.name));
    if let Some(title) = &title {
        text += &format!(r#","title":{title}"#);
    }
    text += &format!(r#","description":{},"inputSchema":{}"#, json_string(&spec.description), &*spec.schema);
    if let Some(schema) = &spec.extras.output {
        let schema_text = output_text(schema);
        text += r#","outputSchema":"#;
        text += &if wraps(schema, era) {
            format!(r#"{{"type":"object","properties":{{"result":{schema_text}}},"required":["result"]}}"#)
        } else {
            schema_text
        };
    }
    let hints = [
        ("readOnlyHint", read_only),
        ("destructiveHint", destructive),
        ("idempotentHint", idempotent),
        ("openWorldHint", open_world),
    ];
    let said = hints.into_iter().filter_map(|(name, hint)| Some(format!(r#""{name}":{}"#, (*hint)?)));
    let annotations: Vec<_> = title.map(|title| format!(r#""title":{title}"#)).into_iter().chain(said).collect();
    if !annotations.is_empty() {
        text += &format!(r#","annotations":{{{}}}"#, annotations.join(","));
    }
    text.push('}');
    text
}

/// Whether a result of this schema stands in an object of its own: revisions with a handshake take nothing but objects.
fn wraps(schema: &Schema, era: Era) -> bool {
    era == Era::Handshake && !schema.is_object()
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
            out.extend_from_slice(br#""content":["#);
            match &ended.outcome {
                Ok(answer) => write_answer(out, answer, ended, era),
                Err(failure) => {
                    write_text(out, |out| write_string(out, &failure.to_string()));
                    out.extend_from_slice(br#"],"isError":true"#);
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

fn write_answer(out: &mut Vec<u8>, answer: &Answer, ended: &Ended, era: Era) {
    let json = answer.json.as_bytes();
    if answer.form == Form::Content {
        // One block, or the list of them.
        out.extend_from_slice(json.strip_prefix(b"[").and_then(|json| json.strip_suffix(b"]")).unwrap_or(json));
        out.push(b']');
        return;
    }
    write_text(out, |out| match (answer.json.strip_suffix('"'), ended.last_line()) {
        (None, _) => write_string(out, &answer.json),
        (Some(_), None) => out.extend_from_slice(json),
        (Some(open), Some(line)) => {
            out.extend_from_slice(open.as_bytes());
            // Its opening quote gives way to what is already there.
            let at = out.len();
            write_string(out, &format!("\n{line}"));
            out.remove(at);
        }
    });
    out.push(b']');
    let (before, after): (&[u8], &[u8]) = match structure(answer, ended.output(), era) {
        Structure::None => return,
        Structure::Whole => (b"", b""),
        Structure::Wrapped => (br#"{"result":"#, b"}"),
    };
    out.extend_from_slice(br#","structuredContent":"#);
    for part in [before, json, after] {
        out.extend_from_slice(part);
    }
}

fn write_text(out: &mut Vec<u8>, text: impl FnOnce(&mut Vec<u8>)) {
    out.extend_from_slice(br#"{"type":"text","text":"#);
    text(out);
    out.push(b'}');
}

/// How a result stands in `structuredContent`.
enum Structure {
    /// It does not: it is a text, or no JSON of the tool's.
    None,
    Whole,
    /// In an object, as its member `result`.
    Wrapped,
}

fn structure(answer: &Answer, output: Option<&Schema>, era: Era) -> Structure {
    let wrapped = match output {
        Some(schema) => wraps(schema, era),
        None if answer.json.starts_with('"') => return Structure::None,
        None => era == Era::Handshake && !answer.json.starts_with('{'),
    };
    if wrapped { Structure::Wrapped } else { Structure::Whole }
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
    let mut result = CallToolResult::default();
    result.meta = meta(&ended, own_run.then_some(Value::Null));
    match &ended.outcome {
        Ok(answer) if answer.form == Form::Content => {
            result.content = if answer.json.starts_with('[') {
                serde_json::from_str(&answer.json).map_err(not_json)?
            } else {
                vec![serde_json::from_str(&answer.json).map_err(not_json)?]
            };
        }
        Ok(answer) => {
            let mut text = answer.text().into_owned();
            if let Some(line) = ended.last_line() {
                text.push('\n');
                text.push_str(&line);
            }
            result.content = vec![ContentBlock::text(text)];
            let value = || serde_json::from_str::<Value>(&answer.json).map_err(not_json);
            result.structured_content = match structure(answer, ended.output(), era) {
                Structure::None => None,
                Structure::Whole => Some(value()?),
                Structure::Wrapped => Some(json!({"result": value()?})),
            };
        }
        Err(failure) => {
            result.content = vec![ContentBlock::text(failure.to_string())];
            result.is_error = Some(true);
        }
    }
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
