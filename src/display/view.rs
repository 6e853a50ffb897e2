//! What one page shows: the session, and what this page wants to know about it.

use super::analysis::{Analysis, AnalysisTask, Found};
use super::snapshot::Snapshot;
use ataxx_core::review::Review;

/// What a page shows.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub snapshot: &'a Snapshot,
    pub analysis: &'a Analysis,
    /// What this page wants to know.
    pub task: Option<AnalysisTask>,
}

impl<'a> View<'a> {
    /// What was found for this page on the board; `None` while nothing is, and where it would give
    /// an answer away.
    pub fn found(&self) -> Option<&'a Found> {
        let is_shown =
            self.analysis.board == self.snapshot.board && !self.snapshot.hides_analysis();
        self.analysis.found.get(&self.task?).filter(|_| is_shown)
    }

    /// The review of the line over the current position; `None` if this page wants none.
    pub fn review(&self) -> Option<Review> {
        let rules = self.snapshot.session.game().rules();
        (self.task == Some(AnalysisTask::Review)).then(|| {
            self.analysis
                .review(self.snapshot.tree.played_line(), rules)
        })
    }
}
