//! The stream of changed parts to a page.

use super::analysis::Analysis;
use super::fragment::{self, Fragment};
use super::queue::{Handle, Watch};
use super::snapshot::Snapshot;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{Stream, unfold};
use serde::Serialize;
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// How often a comment is sent on a silent stream, so that no proxy closes it.
const SIGN_OF_LIFE: Duration = Duration::from_secs(15);

/// A message to a page: the parts that have changed.
#[derive(Serialize)]
struct News {
    /// The ids of all parts.
    ids: Vec<String>,
    /// The parts that have changed.
    parts: Vec<Fragment>,
    /// Whether this is the last message, because the session is over.
    over: bool,
}

/// A page that is open.
struct Page {
    snapshots: watch::Receiver<Arc<Snapshot>>,
    analyses: watch::Receiver<Arc<Analysis>>,
    /// The hashes of the parts that it has, by their ids.
    sent: HashMap<String, String>,
    /// Whether the last message was sent.
    over: bool,
    _watch: Watch,
}

/// The stream for a page. It always sends the current state: nothing is buffered for a slow
/// page.
pub fn stream(handle: &Handle) -> Sse<impl Stream<Item = Result<Event, Infallible>> + use<>> {
    let mut page = Page {
        snapshots: handle.snapshots().subscribe(),
        analyses: handle.analyses().subscribe(),
        sent: HashMap::new(),
        over: false,
        _watch: handle.watch(),
    };
    page.snapshots.mark_changed();
    let events = unfold(page, |mut page| async move {
        let news = page.news().await?;
        let text = serde_json::to_string(&news).ok()?;
        Some((Ok(Event::default().data(text)), page))
    });
    Sse::new(events).keep_alive(KeepAlive::new().interval(SIGN_OF_LIFE))
}

impl Page {
    /// Waits until something has changed; `None` after the last message.
    async fn news(&mut self) -> Option<News> {
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
            let all = fragment::all(&snapshot, &analysis);
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
                return Some(News { ids, parts, over });
            }
        }
    }
}
