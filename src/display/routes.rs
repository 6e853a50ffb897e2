//! The routes of the server.

mod form;

use super::address::Address;
use super::fragment;
use super::order::{By, Order, Reply};
use super::page;
use super::queue::Handle;
use super::security::{self, Secrets};
use super::stream;
use crate::notation::picture;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Form, Path, Request, State};
use axum::http::header::{
    ACCEPT, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, HeaderMap, LOCATION, SET_COOKIE,
};
use axum::http::{Method, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;

/// The limit on the body of a request, in bytes.
const MOST_BODY: usize = 4 * 1024 * 1024;
/// The time limit for a request with a body.
const LONGEST: Duration = Duration::from_secs(20);
/// The time for which a request waits for the reply to its order.
const PATIENCE: Duration = Duration::from_secs(5);
/// The limit on open pages.
const MOST_PAGES: usize = 24;

const SCRIPT: &str = include_str!("assets/display.js");
const STYLE: &str = include_str!("assets/display.css");
const ICON: &str = include_str!("assets/icon.svg");

/// The state of the server.
pub struct Site {
    pub handle: Handle,
    pub address: Address,
    pub secrets: Secrets,
}

/// All routes, behind the rules of [`security`].
pub fn router(site: Arc<Site>) -> Router {
    Router::new()
        .route("/", get(whole_page))
        .route("/enter/{token}", get(enter))
        .route("/events", get(events))
        .route(
            "/display.js",
            get(async || asset("text/javascript; charset=utf-8", SCRIPT)),
        )
        .route(
            "/display.css",
            get(async || asset("text/css; charset=utf-8", STYLE)),
        )
        .route(
            "/board.css",
            get(async || asset("text/css; charset=utf-8", picture::style())),
        )
        .route("/icon.svg", get(async || asset("image/svg+xml", ICON)))
        .route("/do/{what}", post(carry_out))
        .layer(DefaultBodyLimit::max(MOST_BODY))
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
    let is_post = request.method() == Method::POST;
    let mut response = match judged {
        Err(refused) => (refused.status(), refused.words()).into_response(),
        Ok(()) if is_too_long(request.headers()) => {
            (StatusCode::PAYLOAD_TOO_LARGE, "This is too long.\n").into_response()
        }
        Ok(()) if is_post => match tokio::time::timeout(LONGEST, next.run(request)).await {
            Ok(response) => response,
            Err(_) => (StatusCode::REQUEST_TIMEOUT, "This took too long.\n").into_response(),
        },
        Ok(()) => next.run(request).await,
    };
    security::protect(response.headers_mut());
    response
}

/// Whether a body is too long by its own header; others are cut off while they arrive.
fn is_too_long(headers: &HeaderMap) -> bool {
    let length = headers.get(CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    length.is_some_and(|length| length > MOST_BODY)
}

/// Sets the cookie for a valid token.
async fn enter(State(site): State<Arc<Site>>, Path(token): Path<String>) -> Response {
    if !site.secrets.is_token(&token) {
        let refused = security::Refused::Stranger;
        return (refused.status(), refused.words()).into_response();
    }
    let headers = [
        (SET_COOKIE, site.secrets.set_cookie(site.address.port())),
        (LOCATION, "/".to_owned()),
    ];
    (StatusCode::SEE_OTHER, headers).into_response()
}

async fn whole_page(State(site): State<Arc<Site>>) -> Response {
    let handle = &site.handle;
    let snapshot = Arc::clone(&handle.snapshots().borrow());
    let analysis = Arc::clone(&handle.analyses().borrow());
    let parts = fragment::Parts(fragment::all(&snapshot, &analysis));
    let html = page::page(&snapshot, &parts).into_string();
    ([(CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response()
}

async fn events(State(site): State<Arc<Site>>) -> Response {
    let handle = &site.handle;
    if handle.pages() >= MOST_PAGES {
        return (
            StatusCode::SERVICE_UNAVAILABLE,
            "Too many pages are open.\n",
        )
            .into_response();
    }
    stream::stream(handle).into_response()
}

fn asset(kind: &'static str, text: &'static str) -> Response {
    // The files belong to this program and to no other version of it on this address.
    let headers = [(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache")];
    (headers, text).into_response()
}

/// Carries out a form.
async fn carry_out(
    State(site): State<Arc<Site>>,
    Path(what): Path<String>,
    headers: HeaderMap,
    Form(fields): Form<HashMap<String, String>>,
) -> Response {
    let handle = &site.handle;
    let snapshot = Arc::clone(&handle.snapshots().borrow());
    let reply = match form::read(&what, &fields, &snapshot) {
        Ok(form::Asked::Stop) => {
            handle.stop();
            None
        }
        Ok(form::Asked::Order(order)) => asked(handle, order).await,
        Err(form::Wrong::Unknown) => {
            return (StatusCode::NOT_FOUND, "There is nothing of that name.\n").into_response();
        }
        Err(form::Wrong::Refused(why)) => Some(why),
    };
    // A form sent without the script leads back to the page.
    let accept = headers.get(ACCEPT).and_then(|accept| accept.to_str().ok());
    if accept.is_some_and(|accept| accept.contains("text/html")) {
        return (StatusCode::SEE_OTHER, [(LOCATION, "/")]).into_response();
    }
    match reply {
        None => StatusCode::NO_CONTENT.into_response(),
        // The request itself is valid, so this is not an HTTP error.
        Some(why) => (StatusCode::OK, why).into_response(),
    }
}

/// Sends an order and waits for the reply. Returns why it was refused, if it was.
async fn asked(handle: &Handle, order: Order) -> Option<String> {
    let (sender, receiver) = oneshot::channel::<Reply>();
    let answer = move |reply| {
        let _ = sender.send(reply);
    };
    handle.ask(order, By::Page, Box::new(answer));
    let reply = tokio::time::timeout(PATIENCE, receiver).await;
    reply.ok()?.ok()?.refused
}
