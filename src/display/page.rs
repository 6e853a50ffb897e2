//! The page of the board: its parts, the whole around them, and the stream of the parts that change.

use super::analysis::{Analysis, AnalysisTask};
use super::html::{head, readable};
use super::panels;
use super::queue::{Handle, WantedAnalysis};
use super::snapshot::Snapshot;
use super::view::View;
use crate::presentation::document;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{Stream, unfold};
use maud::{Markup, html};
use serde::Serialize;
use std::collections::HashMap;
use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// The limit on a file to open, in bytes: as long a form would be longer than the server takes.
const MOST_FILE: usize = 1_300_000;
/// How often a comment is sent on a silent stream, so that no proxy closes it.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// A part of a page.
#[derive(Serialize)]
pub struct Fragment {
    /// The id of the element that it fills.
    pub id: String,
    /// A hash of its content.
    pub hash: String,
    /// The content of the element.
    pub html: String,
}

impl Fragment {
    fn new(id: impl Into<String>, html: Markup) -> Self {
        let html = readable(&html.into_string());
        let mut hasher = DefaultHasher::new();
        html.hash(&mut hasher);
        Self {
            id: id.into(),
            hash: format!("{:x}", hasher.finish()),
            html,
        }
    }
}

/// All parts of a page in the current state.
pub fn fragments(view: View) -> Vec<Fragment> {
    let snapshot = view.snapshot;
    let mut parts = vec![
        Fragment::new("status", panels::status(snapshot)),
        Fragment::new("board", panels::board(snapshot)),
        Fragment::new("arrows", panels::arrows(view)),
        Fragment::new("bar", panels::bar(view)),
        Fragment::new("controls", panels::controls(view)),
        Fragment::new("notice", panels::notice(snapshot)),
        Fragment::new("spoken", panels::spoken(snapshot)),
        Fragment::new("players", panels::players(snapshot)),
        Fragment::new("analyses", panels::analyses(view)),
        Fragment::new("analysis", panels::analysis(view)),
        Fragment::new("course", panels::course(view)),
        Fragment::new("review", panels::review(view)),
        Fragment::new("puzzle", panels::puzzle(snapshot)),
        Fragment::new("variation", panels::variation(snapshot)),
        Fragment::new("comment", panels::comment_form(snapshot)),
        Fragment::new("games", panels::games(snapshot)),
        Fragment::new("new-game", panels::new_game(snapshot)),
        Fragment::new("set-up", panels::set_up(snapshot)),
        Fragment::new("texts", panels::texts(snapshot)),
        Fragment::new("opened", panels::opened(snapshot)),
        Fragment::new("log", panels::log(snapshot)),
    ];
    let chunks = panels::moves(view).into_iter().enumerate();
    parts.extend(chunks.map(|(number, html)| Fragment::new(format!("moves-{number}"), html)));
    parts
}

/// The parts of a page, to be put in their places.
pub struct Parts(pub Vec<Fragment>);

impl Parts {
    /// The element of a part, filled.
    pub fn place(&self, id: &str) -> Markup {
        self.place_with(id, "")
    }

    /// The same element with a class.
    pub fn place_with(&self, id: &str, class: &str) -> Markup {
        let part = self.0.iter().find(|part| part.id == id);
        html! {
            div id=(id) class=(class) data-hash=[part.map(|part| &part.hash)] {
                @if let Some(part) = part { (maud::PreEscaped(&part.html)) }
            }
        }
    }

    /// The elements of all parts whose ids begin with a prefix.
    pub fn places(&self, prefix: &str) -> Markup {
        html! {
            @for part in self.0.iter().filter(|part| part.id.starts_with(prefix)) { (self.place(&part.id)) }
        }
    }
}

/// The whole page.
pub fn page(parts: &Parts) -> Markup {
    let head = html! {
        (head("Ataxx"))
        script src="display.js" defer {}
    };
    let body = html! {
        header class="top" {
            h1 { "Ataxx" }
            p { a href="how-to-play" { "How to play" } }
            p { button class="link" data-dialog="keys-dialog" { "Keys" } }
            p id="connection" class="connection" role="status" {}
        }
        noscript { p class="no-script" { "This page needs JavaScript." } }
        main {
            div class="table" {
                (parts.place_with("status", "status"))
                div class="board-frame" {
                    (parts.place("board"))
                    (parts.place("arrows"))
                    svg id="drawn" viewBox="0 0 7 7" aria-hidden="true" { path {} }
                }
                (parts.place_with("bar", "bar"))
                (parts.place_with("controls", "controls"))
                div role="status" class="notices" {
                    p id="refusal" class="notice refused" {}
                    (parts.place_with("notice", "notice"))
                }
                div class="unseen" role="status" aria-live="polite" { (parts.place("spoken")) }
            }
            div class="panels" { (panel_places(parts)) }
            (tabs())
            dialog id="new-game-dialog" aria-labelledby="new-game-title" { (parts.place("new-game")) }
            dialog id="comment-dialog" aria-labelledby="comment-title" { (parts.place("comment")) }
            (keys())
        }
    };
    document(&head, &body)
}

fn panel_places(parts: &Parts) -> Markup {
    html! {
        div class="column" {
        section class="panel" data-panel="players" aria-labelledby="players-title" {
            h2 id="players-title" { "Players" }
            button id="sound" class="link" aria-pressed="false" { "Sound" }
            (parts.place_with("players", "players"))
        }
        section class="panel" data-panel="puzzles" aria-labelledby="puzzles-title" {
            h2 id="puzzles-title" { "Puzzles" }
            (parts.place("puzzle"))
        }
        section class="panel" data-panel="moves" aria-labelledby="moves-title" {
            h2 id="moves-title" { "Moves" }
            button id="comment-button" class="link" aria-label="Comment" data-dialog="comment-dialog" { "✎" span { " Comment" } }
            div id="moves" class="moves" role="group" aria-label="the moves so far" {
                (parts.places("moves-"))
            }
            (parts.place("variation"))
        }
        }
        div class="column" {
        section class="panel" data-panel="analysis" aria-labelledby="analysis-title" {
            h2 id="analysis-title" { "Analysis" }
            (parts.place_with("analyses", "row"))
            (parts.place_with("course", "course"))
            (parts.place_with("review", "review"))
            (parts.place_with("analysis", "analysis"))
        }
        div id="opened-panel" data-panel="more" { (parts.place_with("opened", "opened")) }
        details class="panel" data-panel="more" {
            summary { "Games" }
            (parts.place("games"))
        }
        details class="panel" data-panel="set-up" {
            summary { "Set up" }
            (parts.place("set-up"))
        }
        details class="panel" data-panel="more" {
            summary { "Open and save" }
            (open())
            (parts.place("texts"))
            p class="downloads" {
                "Save the game: "
                a href="game/html" download="ataxx.html" { "page to look at" } ", "
                a href="game/svg" download="ataxx.svg" { "moving picture" } ", "
                a href="game/txt" download="ataxx.txt" { "record" }
            }
        }
        details class="panel" data-panel="more" {
            summary { "Commands" }
            (command_line())
            pre id="printed" class="printed" role="status" tabindex="0" {}
            div id="log-frame" class="log" role="log" aria-label="session" tabindex="0" { (parts.place("log")) }
        }
        }
    }
}

/// On a phone: the choice of the panel under the board.
fn tabs() -> Markup {
    let tabs = [
        ("moves", "Moves"),
        ("analysis", "Analysis"),
        ("players", "Play"),
        ("puzzles", "Puzzles"),
        ("set-up", "Set up"),
        ("more", "More"),
    ];
    html! {
        nav id="tabs" class="tabs" aria-label="Panels" {
            @for (panel, title) in tabs { button type="button" data-tab=(panel) { (title) } }
        }
    }
}

/// The keys of the page.
fn keys() -> Markup {
    let keys = [
        ("← →", "one move back or forward"),
        ("Home End", "the start or the end of the game"),
        ("Ctrl+Z Ctrl+Y", "undo, redo"),
        ("F", "turn the board"),
        (
            "a7 b7",
            "on the board: go to a square; Enter takes a piece or plays",
        ),
        (
            "Tab, arrows, Enter",
            "choose a square on the board, or a move in the list",
        ),
        ("Escape", "let go of a piece; stop a thinking AI"),
        ("right button", "draw arrows and marks on the board"),
        ("?", "this list"),
    ];
    html! {
        dialog id="keys-dialog" aria-labelledby="keys-title" {
            h2 id="keys-title" { "Keys" }
            dl {
                @for (key, meaning) in keys { div { dt { kbd { (key) } } dd { (meaning) } } }
            }
            button type="button" data-close="keys-dialog" { "Close" }
        }
    }
}

/// The field for moves and commands.
fn command_line() -> Markup {
    html! {
        form action="do/line" class="line" data-clear="line" {
            label class="unseen" for="line" { "Move or command" }
            input id="line" name="line" placeholder="a7-b7, or a command" autocomplete="off"
                autocapitalize="none" spellcheck="false" maxlength="1000";
            button { "Enter" }
        }
    }
}

/// The field for pasted texts.
fn open() -> Markup {
    html! {
        form action="do/open" class="open" {
            label for="open-text" { "Paste a position, game record, certificate or scenario" }
            textarea id="open-text" name="text" rows="4" spellcheck="false" {}
            div class="row" {
                button id="do-open" { "Open" }
                label class="file" for="open-file" { "From a file" }
                input id="open-file" type="file" data-most=(MOST_FILE);
            }
        }
    }
}

/// A message to a page: the parts that have changed.
#[derive(Serialize)]
struct Update {
    /// The ids of all parts.
    ids: Vec<String>,
    /// The parts that have changed.
    parts: Vec<Fragment>,
    /// Whether this is the last message, because the session is over.
    over: bool,
}

/// A page that is open.
struct OpenPage {
    snapshots: watch::Receiver<Arc<Snapshot>>,
    analyses: watch::Receiver<Arc<Analysis>>,
    /// What it wants to know, for as long as it is open.
    wanted: WantedAnalysis,
    /// The hashes of the parts that it has, by their ids.
    sent: HashMap<String, String>,
    /// Whether the last message was sent.
    over: bool,
}

/// The stream for a page that wants to know this. It always sends the current state: nothing is
/// buffered for a slow page.
pub fn stream(
    handle: &Handle,
    task: Option<AnalysisTask>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>> + use<>> {
    let mut page = OpenPage {
        snapshots: handle.snapshots().subscribe(),
        analyses: handle.analyses().subscribe(),
        wanted: WantedAnalysis::new(handle, task),
        sent: HashMap::new(),
        over: false,
    };
    page.snapshots.mark_changed();
    let events = unfold(page, |mut page| async move {
        let update = page.next_update().await?;
        let text = serde_json::to_string(&update).ok()?;
        Some((Ok(Event::default().data(text)), page))
    });
    Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE))
}

impl OpenPage {
    /// Waits until something has changed; `None` after the last message.
    async fn next_update(&mut self) -> Option<Update> {
        if self.over {
            return None;
        }
        loop {
            tokio::select! {
                changed = self.snapshots.changed() => changed.ok()?,
                changed = self.analyses.changed() => changed.ok()?,
            }
            let snapshot = Arc::clone(&self.snapshots.borrow_and_update());
            let analysis = Arc::clone(&self.analyses.borrow_and_update());
            let all = fragments(View {
                snapshot: &snapshot,
                analysis: &analysis,
                task: self.wanted.task,
            });
            let ids: Vec<String> = all.iter().map(|part| part.id.clone()).collect();
            // The page removes parts that are gone.
            self.sent.retain(|id, _| ids.contains(id));
            let mut parts = Vec::new();
            for part in all {
                if self.sent.get(&part.id) != Some(&part.hash) {
                    self.sent.insert(part.id.clone(), part.hash.clone());
                    parts.push(part);
                }
            }
            self.over = snapshot.over;
            if self.over || !parts.is_empty() {
                let over = self.over;
                return Some(Update { ids, parts, over });
            }
        }
    }
}
