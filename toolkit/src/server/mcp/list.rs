//! `tools/list`: made once a catalog, as bytes for the lane and in `rmcp`'s types.

use super::{Era, implementation, wraps};
use crate::{
    catalog::{Catalog, Listed},
    spec::{Annotations, ToolSpec},
};
use rmcp::model::{CacheScope, JsonObject, ListToolsResult, MetaObject, Tool};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use toolkit_rules::{json_string, schema::output_text};

/// The list of tools as MCP tells it, made once a catalog.
pub(in crate::server) struct ToolList {
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
    pub(in crate::server) fn json(&self, era: Era) -> &str {
        match era {
            Era::Handshake => &self.handshake,
            Era::Stateless => &self.stateless,
        }
    }

    /// The result of `tools/list`, in `rmcp`'s types.
    pub(in crate::server) fn result(&self, era: Era) -> ListToolsResult {
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
    pub(in crate::server) fn tool(&self, name: &str) -> Option<Tool> {
        self.tools(Era::Stateless).iter().find(|tool| tool.name == name).cloned()
    }
}

fn bare(spec: &ToolSpec) -> Tool {
    Tool::new(spec.name.to_string(), spec.description.to_string(), Arc::new(JsonObject::new()))
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

fn list_meta() -> MetaObject {
    let mut meta = MetaObject::default();
    meta.0.insert("io.modelcontextprotocol/serverInfo".to_owned(), json!(implementation()));
    meta
}

/// The last list that was made.
#[derive(Default)]
pub(in crate::server) struct Lists(Mutex<Option<Arc<ToolList>>>);

impl Lists {
    /// The list of this catalog.
    pub(in crate::server) fn of(&self, catalog: &Arc<Catalog>) -> Arc<ToolList> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &*kept {
            Some(list) if list.version == catalog.version => Arc::clone(list),
            _ => Arc::clone(kept.insert(Arc::new(ToolList::of(catalog)))),
        }
    }

    /// The list that was made last, whatever has moved since.
    pub(in crate::server) fn last(&self) -> Option<Arc<ToolList>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
