//! `POST /rpc`: the Splox tool-server wire. `ping`, `list` and `call`, each one JSON object in and out.

use crate::{
    dispatch::{Dispatcher, Reply, Request},
    error::Failure,
    server::{
        PROCESS_RUN,
        envelope::{kind, string},
    },
};
use axum::{
    body::Bytes,
    extract::{State, rejection::BytesRejection},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use serde_json::{json, value::RawValue};
use std::{sync::Arc, time::Duration};

/// A request, as its members stand in it.
#[derive(Deserialize)]
struct Asked<'a> {
    #[serde(borrow)]
    op: Option<&'a RawValue>,
    #[serde(borrow)]
    name: Option<&'a RawValue>,
    #[serde(borrow)]
    args: Option<&'a RawValue>,
    #[serde(borrow)]
    timeout_sec: Option<&'a RawValue>,
    #[serde(borrow)]
    run_id: Option<&'a RawValue>,
}

/// Answers one request.
pub(super) async fn answer(State(dispatcher): State<Arc<Dispatcher>>, body: Result<Bytes, BytesRejection>) -> Response {
    let body = match body {
        Ok(body) => body,
        Err(rejection) => return (rejection.status(), json(error(&rejection.body_text()))).into_response(),
    };
    let asked = match parse(&body) {
        Ok(asked) => asked,
        Err(message) => {
            return (StatusCode::BAD_REQUEST, json(error(&format!("invalid request body: {message}")))).into_response();
        }
    };
    let op = asked.op.and_then(string);
    json(match op.as_deref() {
        Some("ping") => r#"{"ok":true}"#.to_owned(),
        Some("list") => list(&dispatcher).await,
        Some("call") => call(&dispatcher, &asked).await,
        Some(op) => error(&format!("unknown op '{op}'")),
        None => error(&format!("unknown op {}", asked.op.map_or("None", RawValue::get))),
    })
    .into_response()
}

/// A body of JSON.
pub(super) fn json(text: String) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], text)
}

/// What failed, as the wire says it.
pub(super) fn error(message: &str) -> String {
    json!({"error": message, "is_error": true}).to_string()
}

fn parse(body: &[u8]) -> Result<Asked<'_>, String> {
    let text = std::str::from_utf8(body).map_err(|error| error.to_string())?;
    let raw: &RawValue = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if !raw.get().starts_with('{') {
        return Err(format!("body must be a JSON object, got {}", kind(raw)));
    }
    serde_json::from_str(raw.get()).map_err(|error| error.to_string())
}

async fn list(dispatcher: &Arc<Dispatcher>) -> String {
    let (tell, told) = tokio::sync::oneshot::channel();
    dispatcher.catalog_then(move |catalog| drop(tell.send(catalog)));
    match told.await {
        Ok(catalog) => catalog.entries_json().to_owned(),
        Err(_) => error("the server is ending"),
    }
}

async fn call(dispatcher: &Arc<Dispatcher>, asked: &Asked<'_>) -> String {
    match request(dispatcher, asked) {
        Ok((name, bound, run)) => {
            let request = Request { name: &name, arguments: asked.args.map(RawValue::get), run, bound };
            told(dispatcher.call_async(request).await)
        }
        Err(failure) => error(&failure.to_string()),
    }
}

type Wanted<'a> = (std::borrow::Cow<'a, str>, Option<Duration>, crate::context::RunId);

fn request<'a>(dispatcher: &Dispatcher, asked: &Asked<'a>) -> Result<Wanted<'a>, Failure> {
    let name = asked.name.and_then(string).filter(|name| !name.is_empty());
    let name = name.ok_or_else(|| Failure::new("ValueError", "call requires a tool 'name'"))?;
    if let Some(given) = asked.args.filter(|args| !args.get().starts_with('{')) {
        let message = format!("args must be a JSON object, got {}", kind(given));
        return Err(Failure::new("TypeError", message));
    }
    let bound = asked.timeout_sec.map(seconds).transpose()?;
    let run = match asked.run_id.map(|id| (id, string(id))) {
        None => dispatcher.run(PROCESS_RUN),
        Some((_, Some(id))) => dispatcher.run(&format!("rpc:{id}")),
        Some((id, None)) => {
            return Err(Failure::new("TypeError", format!("run_id must be a string, got {}", kind(id))));
        }
    };
    Ok((name, bound, run))
}

fn seconds(raw: &RawValue) -> Result<Duration, Failure> {
    let text = string(raw).unwrap_or_else(|| raw.get().into());
    let seconds = text.trim().parse::<f64>().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| {
        Failure::new("ValueError", format!("timeout_sec must be a number of seconds, got {}", raw.get()))
    })
}

fn told(reply: Reply) -> String {
    let ended = match reply {
        Reply::UnknownTool(failure) => return error(&failure.to_string()),
        Reply::Ended(ended) => ended,
    };
    match ended.outcome {
        Ok(answer) => {
            let path = json!(ended.artifact_path.map(|path| path.display().to_string()));
            format!(
                r#"{{"result":{},"is_error":false,"truncated":{},"artifact_path":{path}}}"#,
                answer.json, ended.truncated
            )
        }
        Err(failure) => error(&failure.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_that_is_no_request_says_why() {
        for (body, expected) in [("garbage", "expected value"), ("[]", "got an array"), ("{\"op\":", "EOF")] {
            let error = parse(body.as_bytes()).err().unwrap_or_default();
            assert!(error.contains(expected), "{body}: {error}");
        }
    }

    #[test]
    fn seconds_are_numbers_in_either_dress() -> Result<(), serde_json::Error> {
        for (text, expected) in
            [("1.5", Some(1500)), ("\"2\"", Some(2000)), ("-1", None), ("\"a\"", None), ("1e400", None)]
        {
            let raw: &RawValue = serde_json::from_str(text)?;
            assert_eq!(seconds(raw).ok().map(|bound| bound.as_millis()), expected, "{text}");
        }
        Ok(())
    }
}
