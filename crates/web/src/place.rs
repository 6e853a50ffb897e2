//! A worker of the browser as the place of a keeper.

use ataxx_core::Cancellation;
use ataxx_core::board::{Color, Game, Move};
use ataxx_core::engine::{Level, Limits, SearchTask, choose_at};
use ataxx_page::{Analysis, Snapshot, Target};
use ataxx_session::{Chooser, Session};
use std::cell::{Cell, RefCell};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

/// The nodes for a move of an AI that is to play at once.
const HURRIED_NODES: u64 = 4_000;

/// The nodes for judging a move in a puzzle. The worker with the board does that itself, and receives
/// no messages meanwhile.
const JUDGING_NODES: u64 = 1_000_000;

/// What the keeper publishes, and what the thinker has found.
pub struct Place {
    cancel: Cancellation,
    snapshot: RefCell<Arc<Snapshot>>,
    analysis: RefCell<Arc<Analysis>>,
    target: RefCell<Option<Target>>,
    choice: Cell<Choice>,
}

/// The move of an AI.
#[derive(Clone, Copy, Default)]
enum Choice {
    /// The thinker has not chosen it yet.
    #[default]
    Open,
    Made(Move),
    /// It is to be made at once, whatever the thinker has found.
    Hurried,
}

impl Place {
    /// A place for a session in this state.
    pub fn new(session: &Session) -> Self {
        Self {
            cancel: Cancellation::new(),
            snapshot: RefCell::new(Arc::new(Snapshot::first(session.clone()))),
            analysis: RefCell::default(),
            target: RefCell::default(),
            choice: Cell::default(),
        }
    }

    /// What was published last.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.snapshot.borrow())
    }

    /// What is to be analysed.
    pub fn target(&self) -> Target {
        let target = self.target.borrow().clone();
        target.expect("a keeper sets it when it begins")
    }

    pub fn set_analysis(&self, analysis: Arc<Analysis>) {
        self.analysis.replace(analysis);
    }

    /// Takes the move that the thinker has chosen.
    pub fn take_choice(&self, mv: Option<Move>) {
        self.choice.set(mv.map_or(Choice::Hurried, Choice::Made));
    }

    pub fn has_choice(&self) -> bool {
        !matches!(self.choice.get(), Choice::Open)
    }

    /// The AI is to play at once, with the move that it has chosen if it has.
    pub fn hurry(&self) {
        if !self.has_choice() {
            self.choice.set(Choice::Hurried);
        }
    }
}

impl ataxx_page::place::Place for Place {
    fn now(&self) -> Duration {
        now()
    }

    fn cancel(&self) -> &Cancellation {
        &self.cancel
    }

    fn publish(&self, snapshot: Arc<Snapshot>) {
        self.snapshot.replace(snapshot);
    }

    fn set_target(&self, target: Target) {
        self.target.replace(Some(target));
    }

    fn analysis(&self) -> Arc<Analysis> {
        Arc::clone(&self.analysis.borrow())
    }

    fn pages(&self) -> usize {
        1
    }

    fn was_visited(&self) -> bool {
        true
    }

    fn judging_nodes(&self) -> u64 {
        JUDGING_NODES
    }

    fn chooses_elsewhere(&self) -> bool {
        !self.has_choice()
    }
}

impl Chooser for Place {
    fn choose(&self, game: &Game, _: Color, _: &Cancellation) -> Option<Move> {
        match self.choice.take() {
            Choice::Made(mv) if game.position().check(mv, game.rules()).is_ok() => Some(mv),
            _ => {
                let task = SearchTask {
                    position: game.position(),
                    rules: game.rules(),
                    limits: Limits::of_nodes(HURRIED_NODES),
                    seed: None,
                    threads: NonZeroUsize::MIN,
                };
                let choice = choose_at(Level::FULL, &task, Cancellation::never());
                choice.map(|choice| choice.mv)
            }
        }
    }
}

/// The time since 1970.
pub fn now() -> Duration {
    Duration::from_secs_f64(js_sys::Date::now() / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ataxx_core::puzzles::{Attempt, Reply, built_in};
    use ataxx_core::solver::Budget;

    #[test]
    fn all_answers_are_judged() {
        let budget = Budget {
            nodes: Some(JUDGING_NODES),
            may_continue: &|| true,
        };
        for puzzle in built_in() {
            let mut attempt = Attempt::new(puzzle);
            while !attempt.is_solved {
                let answer = attempt.answer(&budget);
                let reply = attempt.play(answer[0], &budget).expect("a legal move");
                assert!(
                    matches!(reply, Reply::Right { .. } | Reply::Solved { .. }),
                    "{puzzle:?}: {reply:?}"
                );
            }
        }
    }
}
