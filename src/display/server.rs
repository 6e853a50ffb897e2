//! The HTTP server. Connections are limited: many for clients that have the key, and few, for a
//! short time, for others, of which the oldest give way to new ones. Every request passes the rules
//! of [`security`] before it reaches its route.

use super::analyst;
use super::entrance::redirect;
use super::page;
use super::queue::Handle;
use super::secrets::{Entry, Secrets};
use super::security::{self, Address, Caller, Refused};
use ataxx_core::notation::picture;
use ataxx_page::forms::{self, FormError};
use ataxx_page::html::{HTML, readable};
use ataxx_page::order::{Answer, Order, Reply, Sender};
use ataxx_page::place::Place;
use ataxx_page::side_pages;
use ataxx_page::snapshot::sentence;
use ataxx_page::{ICON, PAGE, SCRIPT, STYLE, TRANSPORT};
use axum::extract::{DefaultBodyLimit, Form, Path, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE, HeaderMap, HeaderName,
    LOCATION,
};
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::{HashMap, VecDeque};
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;
use thiserror::Error;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::task::AbortHandle;

/// The limit on connections of clients that have the key; a page needs several.
const MAX_KNOWN: usize = 96;
/// The limit on other connections.
const MAX_STRANGERS: usize = 64;
/// The time limit for the headers of a request, and for an idle connection.
const HEADERS: Duration = Duration::from_secs(10);
/// The buffer of a connection, in bytes.
const BUFFER: usize = 64 * 1024;
/// The pause after an error of accepting.
const ACCEPT_DELAY: Duration = Duration::from_millis(50);
/// The time for the first request with the key.
const KEY_TIMEOUT: Duration = Duration::from_secs(2);
/// The limit on the body of a request, in bytes.
const MAX_BODY: usize = 4 * 1024 * 1024;
/// The time limit for a request with a body.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);
/// The time for which a request waits for the reply to its order.
const REPLY_TIMEOUT: Duration = Duration::from_secs(18);
/// The limit on streams; hidden pages have none.
const MAX_PAGES: usize = 24;

/// The header with the kind of an answer.
const ANSWER: HeaderName = HeaderName::from_static("ataxx-answer");

/// The answer where there is no such file or form.
const UNKNOWN: (StatusCode, &str) = (StatusCode::NOT_FOUND, "There is nothing of that name.\n");

/// Why there is no server.
#[derive(Debug, Error)]
pub enum NotServed {
    /// The address cannot be listened to.
    #[error("{address} cannot be listened to: {error}")]
    Address {
        /// The address.
        address: SocketAddr,
        /// Why.
        error: io::Error,
    },
    /// The system does not give what a server needs.
    #[error("the display cannot be started: {0}")]
    System(#[from] io::Error),
}

/// Serves pages on an address (port 0: any that is free) in threads of their own, for as
/// long as the program runs.
pub fn serve(address: SocketAddr, secrets: Secrets, handle: &Handle) -> Result<Address, NotServed> {
    let refused = |error| NotServed::Address { address, error };
    let listener = TcpListener::bind(address).map_err(refused)?;
    listener.set_nonblocking(true)?;
    let address = Address::of(listener.local_addr()?);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let site = Arc::new(Site {
        handle: handle.clone(),
        address,
        secrets,
    });
    spawn("pages", move || {
        let served = runtime.block_on(accept(listener, site));
        debug_assert!(served.is_ok(), "a socket that is bound can be listened to");
    })?;
    let handle = handle.clone();
    spawn("analyst", move || analyst::work(&handle))?;
    Ok(address)
}

/// The pages without a network, for requests from this process; `address` is their Host.
pub fn pages(address: SocketAddr, secrets: Secrets, handle: &Handle) -> Router {
    let connection = Connection::new(&Arc::new(Semaphore::new(1)));
    let site = Site {
        handle: handle.clone(),
        address: Address::of(address),
        secrets,
    };
    router(Arc::new(site)).layer(Extension(Arc::new(connection)))
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let builder = thread::Builder::new().name(name.to_owned());
    builder.spawn(work).map(drop)
}

/// Accepts connections for ever.
async fn accept(listener: TcpListener, site: Arc<Site>) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let known = Arc::new(Semaphore::new(MAX_KNOWN));
    let mut strangers: VecDeque<(Arc<Connection>, AbortHandle)> = VecDeque::new();
    let router = router(site);
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // For example, too many open files.
            tokio::time::sleep(ACCEPT_DELAY).await;
            continue;
        };
        strangers.retain(|(stranger, task)| !stranger.is_known() && !task.is_finished());
        if strangers.len() >= MAX_STRANGERS
            && let Some((_, oldest)) = strangers.pop_front()
        {
            oldest.abort();
        }
        let _ = stream.set_nodelay(true);
        let connection = Arc::new(Connection::new(&known));
        let router = router.clone().layer(Extension(Arc::clone(&connection)));
        let service = TowerToHyperService::new(router);
        let stranger = Arc::clone(&connection);
        let task = tokio::spawn(async move {
            let served = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEADERS)
                .max_buf_size(BUFFER)
                .serve_connection(TokioIo::new(stream), service);
            tokio::select! {
                // An error here is one of the client.
                _ = served => {}
                () = connection.stays_unknown() => {}
            }
        });
        strangers.push_back((stranger, task.abort_handle()));
    }
}

/// A connection, for the limits on connections.
struct Connection {
    places: Arc<Semaphore>,
    /// The place that it has taken since it sent the key.
    place: OnceLock<OwnedSemaphorePermit>,
}

impl Connection {
    /// A connection that has not sent the key, and the places for those that have.
    fn new(places: &Arc<Semaphore>) -> Self {
        Self {
            places: Arc::clone(places),
            place: OnceLock::new(),
        }
    }

    /// Whether it has sent the key.
    fn is_known(&self) -> bool {
        self.place.get().is_some()
    }

    /// Takes a place among the connections of clients that have the key. Returns whether it has
    /// one.
    fn admit(&self) -> bool {
        if !self.is_known()
            && let Ok(place) = Arc::clone(&self.places).try_acquire_owned()
        {
            let _ = self.place.set(place);
        }
        self.is_known()
    }

    /// Returns when the time for the first request with the key is over, if there was none.
    async fn stays_unknown(&self) {
        tokio::time::sleep(KEY_TIMEOUT).await;
        if self.is_known() {
            std::future::pending::<()>().await;
        }
    }
}

/// The state of the server.
struct Site {
    handle: Handle,
    address: Address,
    secrets: Secrets,
}

/// All routes, behind the rules of [`security`].
fn router(site: Arc<Site>) -> Router {
    let assets = [
        ("", HTML, PAGE),
        ("display.js", "text/javascript; charset=utf-8", SCRIPT),
        ("transport.js", "text/javascript; charset=utf-8", TRANSPORT),
        ("display.css", "text/css; charset=utf-8", STYLE),
        ("board.css", "text/css; charset=utf-8", picture::style()),
        ("icon.svg", "image/svg+xml", ICON),
    ];
    let mut routes = Router::new();
    for (name, kind, text) in assets {
        let asset = get(async move || asset(kind, text));
        routes = routes.route(&format!("/{{key}}/{name}"), asset);
    }
    let to_page = async |State(site): State<Arc<Site>>| to_the_page(&site);
    routes
        // The key is checked by `guard`, which lets no request without it pass.
        .route("/{key}", get(to_page))
        .route("/{key}/events", get(events))
        .route("/{key}/how-to-play", get(how_to_play))
        .route("/{key}/game/{form}", get(game))
        .route("/{key}/do/{what}", post(carry_out))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(from_fn_with_state(site.clone(), guard))
        .with_state(site)
}

/// Applies the rules of [`security`], and limits on time and size.
async fn guard(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let judged = security::judge(
        request.method(),
        request.uri(),
        request.headers(),
        &site.address,
        &site.secrets,
    );
    if judged.is_ok() {
        site.handle.visit();
    }
    let is_post = request.method() == Method::POST;
    let connection = request.extensions().get::<Arc<Connection>>().cloned();
    let is_admitted = || connection.is_some_and(|connection| connection.admit());
    let mut response = match judged {
        Err(refused) => refusal(refused, request.uri(), &site.address),
        Ok(Caller::Page) if !is_admitted() => busy("Too many connections are open.\n"),
        Ok(Caller::Browser { token }) => enter(&site, token),
        Ok(Caller::Page) if is_too_long(request.headers()) => {
            (StatusCode::PAYLOAD_TOO_LARGE, "This is too long.\n").into_response()
        }
        Ok(Caller::Page) if is_post => {
            let late = (StatusCode::REQUEST_TIMEOUT, "This took too long.\n");
            let response = tokio::time::timeout(REQUEST_TIMEOUT, next.run(request)).await;
            response.unwrap_or_else(|_| late.into_response())
        }
        Ok(Caller::Page) => next.run(request).await,
    };
    security::protect(response.headers_mut());
    response
}

fn busy(words: &'static str) -> Response {
    (StatusCode::SERVICE_UNAVAILABLE, words).into_response()
}

fn refusal(refused: Refused, uri: &Uri, address: &Address) -> Response {
    if refused != Refused::Localhost {
        return refused.answer().into_response();
    }
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    let place = format!("{}{path}", address.origin());
    ([(LOCATION, place)], refused.answer()).into_response()
}

/// Whether a body is too long by its own header; others are cut off while they arrive.
fn is_too_long(headers: &HeaderMap) -> bool {
    let length = headers.get(CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    length.is_some_and(|length| length > MAX_BODY)
}

/// Leads a browser that was started to the page.
fn enter(site: &Site, token: &str) -> Response {
    let why = match site.secrets.take_token(token) {
        Entry::First => {
            let page = redirect(&site.secrets.path()).into_string();
            return ([(CONTENT_TYPE, HTML)], page).into_response();
        }
        Entry::Again => {
            "This address was used before, perhaps by another user of this machine. That session \
             has ended. Open the new address that the program has printed.\n"
        }
        Entry::Late => {
            "This address is no longer valid. Open the one that the program has printed.\n"
        }
        Entry::Wrong => return Refused::Stranger.answer().into_response(),
    };
    (StatusCode::FORBIDDEN, why).into_response()
}

fn to_the_page(site: &Site) -> Response {
    (StatusCode::SEE_OTHER, [(LOCATION, site.secrets.path())]).into_response()
}

/// The stream of a page, which says in its address what it wants to know.
async fn events(State(site): State<Arc<Site>>, uri: Uri) -> Response {
    let handle = &site.handle;
    if handle.pages() >= MAX_PAGES {
        return busy("Too many pages are open.\n");
    }
    let task = uri.query().and_then(|query| {
        let task = query.strip_prefix("analysis=")?;
        task.parse().ok()
    });
    page::stream(handle, task, site.secrets.replaced()).into_response()
}

/// The rules of the game.
async fn how_to_play(State(site): State<Arc<Site>>) -> Response {
    let snapshot = Arc::clone(&site.handle.snapshots().borrow());
    let session = &snapshot.session;
    let page = side_pages::how_to_play(session.game().rules(), session.dialect().name());
    ([(CONTENT_TYPE, HTML)], page.into_string()).into_response()
}

/// The game as a file.
async fn game(State(site): State<Arc<Site>>, Path((_, form)): Path<(String, String)>) -> Response {
    let snapshot = Arc::clone(&site.handle.snapshots().borrow());
    let (kind, text) = match snapshot.file(&form) {
        Some(Ok(file)) => file,
        Some(Err(why)) => return (StatusCode::CONFLICT, format!("{why}\n")).into_response(),
        None => return UNKNOWN.into_response(),
    };
    // Saved, and not shown on this address.
    let headers = [(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, "attachment")];
    (headers, readable(&text)).into_response()
}

fn asset(kind: &'static str, text: &'static str) -> Response {
    // The files belong to this program and to no other version of it on this address.
    let headers = [(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache")];
    (headers, text).into_response()
}

/// Carries out a form.
async fn carry_out(
    State(site): State<Arc<Site>>,
    Path((_, what)): Path<(String, String)>,
    Form(fields): Form<HashMap<String, String>>,
) -> Response {
    let handle = &site.handle;
    if what == "stop" {
        handle.stop();
        return StatusCode::NO_CONTENT.into_response();
    }
    let snapshot = Arc::clone(&handle.snapshots().borrow());
    let answer = match forms::read(&what, &fields, &snapshot) {
        Ok(order) => carried_out(handle, order).await,
        Err(FormError::Unknown) => return UNKNOWN.into_response(),
        Err(FormError::Refused(why)) => Some(Answer::Refused(why)),
    };
    // The request itself is valid, so a refusal is not an HTTP error.
    let (kind, text) = match answer {
        None => return StatusCode::NO_CONTENT.into_response(),
        Some(Answer::Refused(text)) => ("refused", sentence(&text)),
        Some(Answer::Printed(text)) => ("printed", text),
    };
    ([(ANSWER, kind)], readable(&text)).into_response()
}

/// Sends an order and waits for the reply. Returns the answer for the page, if there is one.
async fn carried_out(handle: &Handle, order: Order) -> Option<Answer> {
    let (sender, receiver) = oneshot::channel::<Reply>();
    let answer = move |reply| {
        let _ = sender.send(reply);
    };
    handle.enqueue(order, Sender::Page, Box::new(answer));
    match tokio::time::timeout(REPLY_TIMEOUT, receiver).await {
        Ok(reply) => reply.ok()?.answer,
        Err(_) => Some(Answer::Refused(
            "this takes longer; the log of the session will have the answer".to_owned(),
        )),
    }
}
