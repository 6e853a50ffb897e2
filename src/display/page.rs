//! The page of the board: its parts, and the stream of those that change. The frame that they fill
//! is `assets/page.html`.

use super::analysis::{Analysis, AnalysisTask};
use super::html::readable;
use super::panels;
use super::queue::{Handle, WantedAnalysis};
use super::snapshot::{Snapshot, View};
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{Stream, unfold};
use maud::Markup;
use serde::Serialize;
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// How often a comment is sent on a silent stream, so that no proxy closes it.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// All parts of a page in the current state: the id of the element that each fills, and its content.
fn parts(view: View) -> [(&'static str, Markup); 22] {
    let snapshot = view.snapshot;
    [
        ("status", panels::status(snapshot)),
        ("board", panels::board(snapshot)),
        ("arrows", panels::arrows(view)),
        ("bar", panels::bar(view)),
        ("controls", panels::controls(view)),
        ("notice", panels::notice(snapshot)),
        ("spoken", panels::spoken(snapshot)),
        ("players", panels::players(snapshot)),
        ("analyses", panels::analyses(view)),
        ("analysis", panels::analysis(view)),
        ("course", panels::course(view)),
        ("review", panels::review(view)),
        ("puzzle", panels::puzzle(snapshot)),
        ("moves", panels::moves(view)),
        ("variation", panels::variation(snapshot)),
        ("comment", panels::comment_form(snapshot)),
        ("games", panels::games(snapshot)),
        ("new-game", panels::new_game(snapshot)),
        ("set-up", panels::set_up(snapshot)),
        ("texts", panels::texts(snapshot)),
        ("opened", panels::opened(snapshot)),
        ("log", panels::log(snapshot)),
    ]
}

/// A message to a page.
#[derive(Serialize)]
struct Update {
    /// The parts that have changed, by their ids.
    parts: Vec<(&'static str, String)>,
    /// Whether this is the last message, because the session is over.
    over: bool,
}

/// A page that is open.
struct OpenPage {
    snapshots: watch::Receiver<Arc<Snapshot>>,
    analyses: watch::Receiver<Arc<Analysis>>,
    /// What it wants to know, for as long as it is open.
    wanted: WantedAnalysis,
    /// The parts that it has, by their ids.
    sent: HashMap<&'static str, String>,
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
            let view = View {
                snapshot: &snapshot,
                analysis: &analysis,
                task: self.wanted.task,
            };
            let mut changed = Vec::new();
            for (id, content) in parts(view) {
                let content = readable(&content.into_string());
                if self.sent.get(id) != Some(&content) {
                    self.sent.insert(id, content.clone());
                    changed.push((id, content));
                }
            }
            self.over = snapshot.over;
            if self.over || !changed.is_empty() {
                return Some(Update {
                    parts: changed,
                    over: self.over,
                });
            }
        }
    }
}
