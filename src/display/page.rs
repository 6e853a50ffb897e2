//! The stream of the parts of a page that change.

use super::queue::{Handle, WantedAnalysis};
use ataxx_page::{Analysis, AnalysisTask, SentParts, Snapshot, Update, View};
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{Stream, unfold};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// How often a comment is sent on a silent stream, so that no proxy closes it.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// The message to a page whose address is no longer valid.
const REPLACED: &str = "The address that your browser was started with was used twice, perhaps by \
    another user of this machine. The board has a new address, which the program has printed.";

/// A page that is open.
struct OpenPage {
    snapshots: watch::Receiver<Arc<Snapshot>>,
    analyses: watch::Receiver<Arc<Analysis>>,
    /// What it wants to know, for as long as it is open.
    wanted: WantedAnalysis,
    /// What it has.
    sent: SentParts,
    /// Whether the last message was sent.
    over: bool,
    /// Changes when the key of the page is no longer valid.
    replaced: watch::Receiver<u32>,
}

/// The stream for a page that wants to know this. It always sends the current state: nothing is
/// buffered for a slow page.
pub fn stream(
    handle: &Handle,
    task: Option<AnalysisTask>,
    replaced: watch::Receiver<u32>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>> + use<>> {
    let mut page = OpenPage {
        snapshots: handle.snapshots().subscribe(),
        analyses: handle.analyses().subscribe(),
        wanted: WantedAnalysis::new(handle, task),
        sent: SentParts::default(),
        over: false,
        replaced,
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
                replaced = self.replaced.changed() => {
                    replaced.ok()?;
                    self.over = true;
                    return Some(Update { parts: Vec::new(), over: true, why: Some(REPLACED) });
                }
            }
            let snapshot = Arc::clone(&self.snapshots.borrow_and_update());
            let analysis = Arc::clone(&self.analyses.borrow_and_update());
            let view = View {
                snapshot: &snapshot,
                analysis: &analysis,
                task: self.wanted.task,
            };
            self.over = snapshot.over;
            let update = self.sent.update(view);
            if update.is_some() {
                return update;
            }
        }
    }
}
