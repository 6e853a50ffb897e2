//! Requests to the page of `--display`, without a network and without a browser.

use crate::errors::text;
use crate::files::InMemory;
use crate::quick::{legal_move, quick_session, split_dialect};
use crate::twins::{check_same, literal_of};
use ataxx_core::board::Game;
use ataxx_session::{Command, Interpreter};
use ataxx_toolkit::display::{
    Engines, Handle, Keeper, Library, Order, Place, Secrets, pages, run_session,
};
use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use http_body_util::{BodyExt, Limited};
use serde::Deserialize;
use std::collections::HashMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::thread;
use std::time::Duration;
use tokio::time::{sleep, timeout};
use tower::ServiceExt;

/// More requests than this make an input slow and find nothing new.
const MAX_REQUESTS: usize = 16;
/// The address that the pages are called by.
const ADDRESS: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 1234);
/// An AI that thinks for so long is made to play at once.
const THINKING_TIMEOUT: Duration = Duration::from_millis(2);
/// The limit on an answer that is read, in bytes.
const MAX_BODY: usize = 1 << 24;

/// Carries out requests. Each line is one:
///
/// - `FORM FIELDS` sends the fields to a form of the page, as a browser does. In them `$b` stands
///   for the number of the board, and `$n` with a number for a legal move;
/// - `/PATH` asks for a page below the key;
/// - `!METHOD PATH BODY` is sent as it is, without the key, Origin and Host. In it `$k` stands for
///   the key, and `|` separates headers: `!POST|Host: 127.0.0.1:1234 /$k/do/undo`.
///
/// The first line may be the name of a dialect.
///
/// No request has an internal error; every answer has the headers that protect the page; a request
/// that does not satisfy the rules for requests, and one that is refused, changes nothing; the page
/// can always be shown and is kept up to date, and its game is one by the rules.
///
/// # Panics
///
/// When something does not hold.
pub fn check(data: &[u8]) {
    let text = text(data);
    let (dialect, lines) = split_dialect(&text);
    let session = quick_session(dialect);
    let handle = Handle::new(&session);
    let keeper = thread::spawn({
        let handle = handle.clone();
        move || {
            let engines = Engines::new(Vec::new());
            let files = InMemory { input: "" };
            let keeper = Keeper::new(&handle, &session, &engines, Library::open(None));
            let interpreter =
                Interpreter::new(session, &files, handle.cancel()).with_chooser(&engines);
            run_session(&handle, keeper, interpreter, &mut ());
        }
    });
    let secrets = Secrets::random().expect("random numbers");
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_time().build().expect("a runtime");
    let client = Client {
        key: secrets.path().trim_matches('/').to_owned(),
        router: pages(ADDRESS, secrets, &handle),
        handle: handle.clone(),
    };
    runtime.block_on(async {
        let mut page = client.open_page().await;
        for line in lines.lines().take(MAX_REQUESTS) {
            client.carry_out(line, &page).await;
            page.update().await;
            client.check_game();
        }
        // A page that was open all along shows what a new one does. A session that ends shows that
        // after its last answer.
        let mut new = client.open_page().await;
        for _ in 0..1000 {
            page.update().await;
            new.update().await;
            if new.differing(&page).next().is_none() {
                break;
            }
            sleep(Duration::from_millis(1)).await;
        }
        let differing: Vec<_> = new.differing(&page).collect();
        assert!(differing.is_empty(), "{differing:?}");
    });
    drop(client);
    drop(runtime);
    handle.wait_for(Order::command(Command::Quit), &|| true);
    // The fuzzer ends when any thread panics, and the keeper waits a little before it ends.
    #[allow(unexpected_cfgs)] // set by cargo-fuzz
    if !cfg!(fuzzing) {
        keeper.join().expect("it does not panic");
    }
}

struct Client {
    key: String,
    router: Router,
    handle: Handle,
}

/// A page that shows the session.
struct OpenPage {
    events: Body,
    /// The content of each part.
    parts: HashMap<String, String>,
}

impl OpenPage {
    /// Takes the parts that have changed. They can be shown, and no text has become a script in them.
    async fn update(&mut self) {
        while let Ok(Some(event)) = timeout(Duration::ZERO, self.events.frame()).await {
            let bytes = event.expect("a body").into_data().expect("data");
            let event = std::str::from_utf8(&bytes).expect("UTF-8");
            // Now and then a comment keeps the stream open.
            let Some(event) = event.strip_prefix("data: ") else {
                continue;
            };
            let Update { parts, .. } = serde_json::from_str(event.trim_end()).expect("JSON");
            for (id, html) in parts {
                assert!(!html.contains("<script"));
                assert!(html.chars().all(|c| !c.is_control() || c == '\n'));
                self.parts.insert(id, html);
            }
        }
    }

    /// The parts that another page does not show as this one does.
    fn differing<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = (&'a String, &'a String)> {
        let parts = self.parts.iter();
        parts.filter(|&(id, html)| other.parts.get(id) != Some(html))
    }

    /// The number of the board.
    fn board(&self) -> &str {
        let (_, board) = self.parts["board"]
            .split_once("data-board=\"")
            .expect("a number");
        board.split('"').next().unwrap_or_default()
    }
}

/// An event of a page.
#[derive(Deserialize)]
struct Update {
    parts: Vec<(String, String)>,
}

/// The beginning of a request of the page.
fn request(method: &str) -> axum::http::request::Builder {
    Request::builder()
        .method(method)
        .header("host", ADDRESS.to_string())
}

/// An answer.
struct Answer {
    status: StatusCode,
    /// The kind of the answer to a form.
    kind: Option<String>,
    text: String,
}

impl Client {
    async fn carry_out(&self, line: &str, page: &OpenPage) {
        if let Some(raw) = line.strip_prefix('!') {
            self.raw(raw).await;
        } else if line.starts_with('/') {
            let path = format!("/{}{line}", self.key);
            let request = request("GET").uri(path).body(Body::empty());
            if let Ok(request) = request {
                // A stream of events does not end.
                let reads = !line.starts_with("/events");
                self.send(request, reads).await;
            }
        } else {
            self.form(line, page).await;
        }
    }

    async fn form(&self, line: &str, page: &OpenPage) {
        let (form, fields) = line.split_once(' ').unwrap_or((line, ""));
        let before = self.handle.session();
        let mut filled = String::new();
        for (index, part) in fields.split('$').enumerate() {
            if index == 0 {
                filled.push_str(part);
            } else if let Some(rest) = part.strip_prefix('b') {
                filled.push_str(page.board());
                filled.push_str(rest);
            } else {
                let digits = part.bytes().take_while(u8::is_ascii_digit).count();
                let (number, rest) = part.split_at(digits);
                match number.parse() {
                    Ok(number) => filled.push_str(&legal_move(number, &before)),
                    Err(_) => filled.push_str(number),
                }
                filled.push_str(rest);
            }
        }
        let request = request("POST")
            .uri(format!("/{}/do/{form}", self.key))
            .header("origin", format!("http://{ADDRESS}"))
            .header("content-type", "application/x-www-form-urlencoded")
            .body(Body::from(filled));
        let Ok(request) = request else {
            return;
        };
        let answer = self.send(request, true).await;
        match answer.kind.as_deref() {
            Some("refused") => {
                assert!(!answer.text.is_empty());
                assert_eq!(answer.status, StatusCode::OK);
            }
            Some("printed") => assert_eq!(answer.status, StatusCode::OK),
            Some(kind) => panic!("{kind} is no kind of answer"),
            None => assert_ne!(answer.status, StatusCode::OK),
        }
    }

    /// A request without what the rules for requests ask for, but for what is in the line.
    async fn raw(&self, line: &str) {
        let line = line.replace("$k", &self.key);
        let mut words = line.splitn(2, " /");
        let head = words.next().unwrap_or_default();
        let (path, body) = words
            .next()
            .and_then(|rest| rest.split_once(' '))
            .unwrap_or_default();
        let mut parts = head.split('|');
        let mut request = Request::builder()
            .method(parts.next().unwrap_or_default())
            .uri(format!("/{path}"));
        for header in parts {
            let (name, value) = header.split_once(':').unwrap_or((header, ""));
            request = request.header(name.trim(), value.trim());
        }
        let Ok(request) = request.body(Body::from(body.to_owned())) else {
            return;
        };
        let before = self.handle.session();
        let is_from_page = {
            let header = |name: &str| Some(request.headers().get(name)?.to_str().ok()?.to_owned());
            let address = ADDRESS.to_string();
            let origin = format!("http://{address}");
            request.uri().path().split('/').nth(1) == Some(&self.key)
                && header("host") == Some(address)
                && header("origin").is_none_or(|it| it == origin)
                && (request.method() == "GET" || header("origin").is_some())
        };
        let reads = !path.contains("events");
        let answer = self.send(request, reads).await;
        if !is_from_page {
            assert!(!answer.status.is_success());
            assert!(!answer.text.contains(&self.key));
            assert_eq!(self.handle.session(), before);
        }
    }

    /// Sends a request, and reads the answer.
    async fn send(&self, request: Request<Body>, reads: bool) -> Answer {
        let response = self.respond(request).await;
        let status = response.status();
        let kind = response.headers().get("ataxx-answer");
        let kind = kind.map(|kind| kind.to_str().expect("a word").to_owned());
        let mut text = String::new();
        if reads {
            let body = Limited::new(response.into_body(), MAX_BODY).collect().await;
            let bytes = body.expect("a body").to_bytes();
            text = String::from_utf8(bytes.to_vec()).expect("UTF-8");
        }
        Answer { status, kind, text }
    }

    /// The response to a request. AIs that think for it are made to play at once.
    async fn respond(&self, request: Request<Body>) -> Response<Body> {
        let mut answer = std::pin::pin!(self.router.clone().oneshot(request));
        let response = loop {
            match timeout(THINKING_TIMEOUT, &mut answer).await {
                Ok(Ok(response)) => break response,
                Err(_) => self.handle.stop(),
            }
        };
        check_headers(&response);
        let status = response.status();
        assert!(
            !status.is_server_error() || status == StatusCode::SERVICE_UNAVAILABLE,
            "{status}"
        );
        response
    }

    /// A new page.
    async fn open_page(&self) -> OpenPage {
        let path = format!("/{}/events", self.key);
        let request = request("GET").uri(path).body(Body::empty());
        let response = self.respond(request.expect("a request")).await;
        assert_eq!(response.status(), StatusCode::OK);
        let mut page = OpenPage {
            events: response.into_body(),
            parts: HashMap::new(),
        };
        page.update().await;
        assert!(!page.parts.is_empty());
        page
    }

    /// The game on the board is one by the rules, which can be taken back to its start.
    fn check_game(&self) {
        let session = self.handle.session();
        let game = session.game();
        let rules = game.rules();
        check_same(game.position(), &literal_of(game.position()), rules);
        let mut start = game.clone();
        while start.undo().is_some() {}
        let mut again = Game::from_position(*rules, *start.position());
        for played in game.moves() {
            again.play(played.mv).expect("a legal move");
        }
        assert_eq!(again.position(), game.position());
    }
}

/// The headers that every answer has.
fn check_headers(response: &Response<Body>) {
    for name in [
        "content-security-policy",
        "x-content-type-options",
        "cache-control",
    ] {
        assert!(response.headers().contains_key(name), "{name}");
    }
}
