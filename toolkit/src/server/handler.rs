//! `rmcp`'s handler: the same list and the same calls for every message that `rmcp` reads itself.
//!
//! It is the whole of MCP over HTTP, and of stdio what the lane leaves over. It keeps nothing but the run.

use super::{
    http::AsSent,
    mcp::{self, Era, Lists, RUN_KEY},
};
use crate::{
    context::RunId,
    dispatch::{Dispatcher, Request},
};
use axum::http::request::Parts;
use rmcp::{
    ErrorData, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, CustomRequest, CustomResult, ErrorCode, InitializeRequestParams,
        InitializeResult, ListToolsResult, PaginatedRequestParams, ServerConfig, Tool,
    },
    service::{RequestContext, RoleServer},
};
use serde_json::{Value, value::to_raw_value};
use std::{
    future::Future,
    sync::{Arc, OnceLock},
};

/// Serves one client: a process on stdio, a session or a single stateless request over HTTP.
pub(super) struct Handler {
    dispatcher: Arc<Dispatcher>,
    lists: Arc<Lists>,
    /// The process's run on stdio; over HTTP there is none until one is needed.
    process: Option<RunId>,
    own: OnceLock<RunId>,
}

impl Handler {
    /// A handler whose calls belong to the process's run.
    pub(super) fn of_process(dispatcher: Arc<Dispatcher>, lists: Arc<Lists>, run: RunId) -> Self {
        Self { dispatcher, lists, process: Some(run), own: OnceLock::new() }
    }

    /// A handler whose calls belong to a run of their own, which ends with the handler.
    pub(super) fn of_session(dispatcher: Arc<Dispatcher>, lists: Arc<Lists>) -> Self {
        Self { dispatcher, lists, process: None, own: OnceLock::new() }
    }

    /// The run of a request, and whether it is one that nobody else can join.
    fn run(&self, era: Era, context: &RequestContext<RoleServer>) -> (RunId, bool) {
        if let Some(run) = self.process {
            return (run, false);
        }
        if era == Era::Stateless
            && let Some(Value::String(key)) = context.meta.0.get(RUN_KEY)
        {
            return (self.dispatcher.run(&format!("mcp:{key}")), false);
        }
        (*self.own.get_or_init(|| self.dispatcher.new_run("")), era == Era::Stateless)
    }
}

impl Drop for Handler {
    fn drop(&mut self) {
        if let Some(run) = self.own.get() {
            self.dispatcher.end_run(*run);
        }
    }
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        mcp::config()
    }

    async fn initialize(
        &self,
        mut request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        let result = self.negotiate_initialize(&request)?;
        // What was agreed on, not what was asked for, decides the shape of later answers.
        request.protocol_version = result.protocol_version.clone();
        context.peer.set_peer_info(request);
        Ok(result)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let era = Era::of(context.protocol_version().as_ref());
        let (tell, told) = tokio::sync::oneshot::channel();
        self.dispatcher.catalog_then(move |catalog| drop(tell.send(catalog)));
        let catalog = told.await.map_err(|_| ErrorData::internal_error("the server is ending", None))?;
        Ok(self.lists.of(&catalog).result(era))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let era = Era::of(context.protocol_version().as_ref());
        let (run, own) = self.run(era, &context);
        let sent = context.extensions.get::<Parts>().and_then(|parts| parts.extensions.get::<AsSent>());
        let arguments = match sent {
            Some(AsSent(text)) => Some(text.to_string()),
            None => request.arguments.map(|arguments| Value::Object(arguments).to_string()),
        };
        let call = Request { name: &request.name, arguments: arguments.as_deref(), run, bound: None };
        let reply = context.ct.run_until_cancelled(self.dispatcher.call_async(call)).await;
        let reply = reply.ok_or_else(|| ErrorData::internal_error("the call was cancelled", None))?;
        mcp::call_result(reply, era, own).map(CallToolResponse::from)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.lists.last()?.tool(name)
    }

    fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> impl Future<Output = Result<CustomResult, ErrorData>> + Send + '_ {
        let params = request.params.as_ref().and_then(|params| to_raw_value(params).ok());
        std::future::ready(Err(match mcp::bad_params(&request.method, params.as_deref()) {
            Some(message) => ErrorData::invalid_params(message, None),
            None => ErrorData::new(ErrorCode::METHOD_NOT_FOUND, unknown_method(&request.method), None),
        }))
    }
}

/// What the caller of a method that is not there reads.
fn unknown_method(method: &str) -> String {
    format!("unknown method `{method}`; this server has `tools/list` and `tools/call`")
}
