//! MCP over Streamable HTTP at `/mcp`, and the `/rpc` wire, on one address.
//!
//! Who may ask is settled here, for both: from where (`Host`, `Origin`), with which token, with how large a body.

use super::{
    LARGEST,
    envelope::{Envelope, Members, Params},
    handler::Handler,
    mcp::Lists,
    rpc,
};
use crate::{dispatch::Dispatcher, error::Error};
use axum::{
    Router,
    body::Body,
    extract::{DefaultBodyLimit, Request, State},
    http::{HeaderMap, HeaderValue, StatusCode, Uri, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::post,
};
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
};
use std::{
    future::IntoFuture,
    io::{self, ErrorKind},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, ToSocketAddrs},
    sync::Arc,
    time::Duration,
};
use tokio::{
    runtime,
    signal::unix::{SignalKind, signal},
    sync::Notify,
};

/// How long calls may go on after a signal.
const GRACE: Duration = Duration::from_secs(1);
/// How long clients may take to read the answers that are left.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// An address that is listened on.
#[derive(Debug)]
pub struct Http {
    listener: TcpListener,
    token: Option<String>,
}

impl Http {
    /// Listens on `address` (`127.0.0.1:8000`; port 0 takes a free one). With a token every request must carry it as
    /// `Authorization: Bearer`.
    ///
    /// # Errors
    ///
    /// An address that cannot be used, a port in use, and an address that other machines reach when there is no token.
    pub fn bind(address: &str, token: Option<String>) -> Result<Self, Error> {
        let refuse = |message: String| Error::at(address, message);
        let token = token.filter(|token| !token.is_empty());
        let found: Vec<SocketAddr> = match address.to_socket_addrs() {
            Ok(found) => found.collect(),
            Err(error) => {
                return Err(refuse(format!("this is no address to listen on ({error}); write it as `127.0.0.1:8000`")));
            }
        };
        if token.is_none() && found.iter().any(|address| !is_loopback(address.ip())) {
            let message = "other machines reach this address and there is no token; set `SPLOX_TOOLSERVER_TOKEN`, or \
                           listen on `127.0.0.1`";
            return Err(refuse(message.to_owned()));
        }
        let listener = TcpListener::bind(&found[..]).map_err(|error| {
            refuse(match error.kind() {
                ErrorKind::AddrInUse => {
                    "the port is in use; stop what listens there, or give another port (0 takes a free one)".to_owned()
                }
                ErrorKind::PermissionDenied => {
                    "this port is not for everybody to listen on; give one above 1023".to_owned()
                }
                _ => format!("the address cannot be listened on ({error}); give one of this machine"),
            })
        })?;
        Ok(Self { listener, token })
    }

    /// Where it listens.
    ///
    /// # Errors
    ///
    /// When the system does not say.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until a signal asks to stop; then the calls are finished or cancelled, and the dispatcher is stopped.
    ///
    /// # Errors
    ///
    /// When threads or signal handlers cannot be made.
    pub fn serve(self, dispatcher: Arc<Dispatcher>) -> io::Result<()> {
        let runtime = runtime::Builder::new_multi_thread().enable_all().build()?;
        let served = runtime.block_on(async {
            let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
            let stop = async move {
                tokio::select! {
                    _ = terminate.recv() => (),
                    _ = interrupt.recv() => (),
                }
            };
            self.serve_until(&dispatcher, stop).await
        });
        dispatcher.stop();
        runtime.shutdown_timeout(Duration::from_millis(100));
        served
    }

    pub(super) async fn serve_until(
        self,
        dispatcher: &Arc<Dispatcher>,
        stop: impl Future<Output = ()>,
    ) -> io::Result<()> {
        self.listener.set_nonblocking(true)?;
        let door = Door { token: self.token, local: is_loopback(self.listener.local_addr()?.ip()) };
        let config = StreamableHttpServerConfig::default().disable_allowed_hosts().with_max_request_body_bytes(LARGEST);
        let streams = config.cancellation_token.clone();
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let closing = Arc::new(Notify::new());
        let closed = Arc::clone(&closing);
        let server = axum::serve(listener, router(dispatcher, door, config))
            .with_graceful_shutdown(async move { closed.notified().await });
        let mut server = tokio::spawn(server.into_future());
        tokio::select! {
            ended = &mut server => return ended.unwrap_or_else(|error| Err(io::Error::other(error))),
            () = stop => (),
        }
        closing.notify_one();
        // Streams that wait for news never end by themselves; calls may.
        if tokio::time::timeout(GRACE, &mut server).await.is_err() {
            dispatcher.stop();
            streams.cancel();
            drop(tokio::time::timeout(LAST_WORDS, &mut server).await);
        }
        Ok(())
    }
}

fn router(dispatcher: &Arc<Dispatcher>, door: Door, config: StreamableHttpServerConfig) -> Router {
    let (served, lists) = (Arc::clone(dispatcher), Arc::new(Lists::default()));
    let handler = move || Ok(Handler::of_session(Arc::clone(&served), Arc::clone(&lists)));
    let mcp = StreamableHttpService::new(handler, Arc::new(LocalSessionManager::default()), config);
    let mcp = Router::new().route_service("/mcp", mcp).layer(middleware::from_fn(keep_arguments));
    Router::new()
        .route("/rpc", post(rpc::answer))
        .merge(mcp)
        .fallback(async |uri: Uri| {
            let message = format!("unknown endpoint '{}'", uri.path());
            (StatusCode::NOT_FOUND, rpc::json(rpc::error(&message)))
        })
        .layer(DefaultBodyLimit::max(LARGEST))
        .layer(middleware::from_fn_with_state(Arc::new(door), admit))
        .with_state(Arc::clone(dispatcher))
}

/// The arguments of a call as they stand in its body: `rmcp` reads numbers into 64 bits.
#[derive(Clone)]
pub(super) struct AsSent(pub(super) Arc<str>);

async fn keep_arguments(request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let Ok(body) = axum::body::to_bytes(body, LARGEST).await else {
        let message = format!("the body was cut short or has more than {} MiB; send less at once", LARGEST >> 20);
        return (StatusCode::PAYLOAD_TOO_LARGE, rpc::json(rpc::error(&message))).into_response();
    };
    if let Ok(Envelope { params: Params::Object(Members { arguments: Some(arguments), .. }), .. }) =
        serde_json::from_slice(&body)
    {
        parts.extensions.insert(AsSent(arguments.get().into()));
    }
    next.run(Request::from_parts(parts, Body::from(body))).await
}

/// Who is let in.
struct Door {
    token: Option<String>,
    /// Only this machine reaches the address, so that every honest request names it.
    local: bool,
}

async fn admit(State(door): State<Arc<Door>>, request: Request, next: Next) -> Response {
    match door.refusal(request.headers()) {
        None => next.run(request).await,
        Some((status, message)) => {
            let mut response = (status, rpc::json(rpc::error(&message))).into_response();
            if status == StatusCode::UNAUTHORIZED {
                response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            }
            response
        }
    }
}

impl Door {
    fn refusal(&self, headers: &HeaderMap) -> Option<(StatusCode, String)> {
        let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        let host = text(header::HOST).map(host_name);
        // A page that a browser was made to take for this server's still sends its own name.
        if self.local && !host.is_some_and(is_local_name) {
            let named = host.unwrap_or("nobody");
            return Some((StatusCode::FORBIDDEN, format!("the request is for `{named}`; ask `127.0.0.1`")));
        }
        if let Some(origin) = text(header::ORIGIN) {
            let name = origin.split_once("://").map(|(_, authority)| host_name(authority));
            if !name.is_some_and(|name| is_local_name(name) && self.local || Some(name) == host) {
                return Some((StatusCode::FORBIDDEN, format!("pages of `{origin}` may not ask this server")));
            }
        }
        let token = self.token.as_deref()?;
        let given = text(header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
        if given.is_some_and(|given| same(given.as_bytes(), token.as_bytes())) {
            return None;
        }
        Some((StatusCode::UNAUTHORIZED, "unauthorized".to_owned()))
    }
}

/// Compares in a time that depends on the length of what was given, and on nothing else.
fn same(given: &[u8], token: &[u8]) -> bool {
    let differs = given.iter().enumerate().fold(0, |seen, (at, byte)| seen | (byte ^ token[at % token.len()]));
    std::hint::black_box(differs) == 0 && given.len() == token.len()
}

fn is_loopback(address: IpAddr) -> bool {
    address.to_canonical().is_loopback()
}

fn is_local_name(name: &str) -> bool {
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<Ipv4Addr>().is_ok_and(|address| address.is_loopback())
        || name.parse::<Ipv6Addr>().is_ok_and(|address| address.is_loopback())
}

/// `localhost` of `localhost:8000`, `::1` of `[::1]:8000`.
fn host_name(authority: &str) -> &str {
    match authority.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((name, _)) => name,
        None => authority.split(':').next().unwrap_or(authority),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(header::HeaderName, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn only_this_machine_by_its_own_name_is_let_in_on_loopback() {
        let door = Door { token: None, local: true };
        for (host, origin, expected) in [
            ("localhost:8000", None, None),
            ("127.0.0.1", None, None),
            ("[::1]:8000", Some("http://localhost:3000"), None),
            ("evil.example", None, Some(403)),
            ("localhost.evil.example:8000", None, Some(403)),
            ("localhost:8000", Some("https://evil.example"), Some(403)),
            ("localhost:8000", Some("null"), Some(403)),
        ] {
            let mut sent = headers(&[(header::HOST, host)]);
            sent.extend(origin.map(|origin| (header::ORIGIN, HeaderValue::from_static(origin))));
            assert_eq!(door.refusal(&sent).map(|(status, _)| status.as_u16()), expected, "{host} {origin:?}");
        }
        assert!(door.refusal(&HeaderMap::new()).is_some(), "a request names the server");
    }

    #[test]
    fn a_page_of_the_server_itself_may_ask_it_wherever_it_is() {
        let door = Door { token: Some("s3cret".to_owned()), local: false };
        let bearer = (header::AUTHORIZATION, "Bearer s3cret");
        let ask = |origin| {
            door.refusal(&headers(&[(header::HOST, "tools.example:80"), (header::ORIGIN, origin), bearer.clone()]))
        };
        assert!(ask("https://tools.example").is_none());
        assert!(ask("http://localhost:3000").is_some());
    }

    #[test]
    fn a_token_is_asked_for_and_compared_whole() {
        let door = Door { token: Some("s3cret".to_owned()), local: true };
        for (given, good) in [
            ("Bearer s3cret", true),
            ("Bearer s3cre", false),
            ("Bearer s3crets3cret", false),
            ("Bearer ", false),
            ("s3cret", false),
        ] {
            let sent = headers(&[(header::HOST, "localhost"), (header::AUTHORIZATION, given)]);
            assert_eq!(door.refusal(&sent).is_none(), good, "{given}");
        }
    }

    #[test]
    fn an_address_that_cannot_be_had_says_what_to_do() -> io::Result<()> {
        let taken = TcpListener::bind("127.0.0.1:0")?;
        let in_use = taken.local_addr()?.to_string();
        for (address, expected) in [
            ("8000", "write it as `127.0.0.1:8000`"),
            ("0.0.0.0:0", "SPLOX_TOOLSERVER_TOKEN"),
            (&*in_use, "give another port"),
        ] {
            let error = Http::bind(address, None).expect_err(address).to_string();
            assert!(error.starts_with(address) && error.contains(expected), "{error}");
        }
        assert!(Http::bind("0.0.0.0:0", Some("token".to_owned())).is_ok());
        Ok(())
    }
}
