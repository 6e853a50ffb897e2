//! What the analyst is to find out, and what it has found.

use ataxx_core::Cancellation;
use ataxx_core::board::{Color, Move, PlayedMove, Position, Rules};
use ataxx_core::diagnostic::text::plies;
use ataxx_core::engine::Score;
use ataxx_core::review::{Assessment, Review, Reviewed};
use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// What to analyse about the position on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AnalysisTask {
    /// Nothing.
    #[default]
    Nothing,
    /// One good move, soon.
    Hint,
    /// The best lines, as deep as there is time for, and the course of the game.
    Lines,
    /// What each move of the game was worth, and then the best lines.
    Review,
    /// Whether a side can force a win within this many plies.
    Solve(u16),
}

/// The analysis of the position on the board and of those before it.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    /// The number of the analysed board.
    pub board: u64,
    /// The best lines, best first.
    pub lines: Vec<FoundLine>,
    /// The search depth in plies.
    pub depth: u32,
    /// The number of nodes searched.
    pub nodes: u64,
    /// Whether the analysis goes on.
    pub running: bool,
    /// The result of the search for a forced win.
    pub solved: Option<String>,
    /// What is known of positions of the game.
    pub course: Arc<HashMap<Position, KnownPosition>>,
}

/// The nodes of a search of each position for a review.
pub const REVIEW_NODES: u64 = 60_000;

/// What is known of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownPosition {
    /// What it is worth to Red.
    pub for_red: Assessment,
    /// The best line, unless the game is over.
    pub best: Vec<Move>,
    /// The nodes that its search was given.
    pub nodes: u64,
}

impl Analysis {
    /// The moves of a forced win that the solver has found on this board.
    pub fn forced_win(&self, board: u64) -> Option<&[Move]> {
        self.solved.as_ref().filter(|_| self.board == board)?;
        let found = self.lines.first()?;
        (!matches!(found.for_red.score, Score::Stones(_))).then_some(&found.moves)
    }

    /// The review of a line of positions with the moves played in them, as far as it was made.
    pub fn review(
        &self,
        line: impl Iterator<Item = (Position, Option<PlayedMove>)>,
        rules: &Rules,
    ) -> Review {
        let reviewed = line.map_while(|(position, played)| {
            let known = self.course.get(&position)?;
            (known.nodes >= REVIEW_NODES).then(|| Reviewed {
                position,
                for_red: known.for_red,
                best: known.best.clone(),
                is_forced: position.legal_moves(rules).nth(1).is_none(),
                played,
            })
        });
        Review {
            positions: reviewed.collect(),
        }
    }
}

/// A line that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundLine {
    /// What it is worth to Red.
    pub for_red: Assessment,
    /// Its moves, at least one.
    pub moves: Vec<Move>,
}

/// The position to analyse, and what to find out about it.
#[derive(Clone, Debug)]
pub struct Target {
    /// What is to be found out.
    pub task: AnalysisTask,
    /// Whether to wait: an AI needs the machine, or a position is being set up.
    pub idle: bool,
    /// The number of the board.
    pub board: u64,
    /// The position on it.
    pub position: Position,
    /// The rules it is played by.
    pub rules: Rules,
    /// The positions of the game to evaluate.
    pub line: Vec<Position>,
}

/// The current target of the analyst, shared between threads.
#[derive(Default)]
pub struct SharedTarget {
    target: Mutex<TargetState>,
    changed: Condvar,
    /// Set when there is a new target, so that the running analysis ends.
    pub cancel: Cancellation,
}

#[derive(Default)]
struct TargetState {
    target: Option<Target>,
    /// Whether the analyst has not taken it yet.
    fresh: bool,
    /// Whether the next target counts as new even if it equals this one.
    again: bool,
    /// The number of those who look at the board.
    watching: usize,
}

impl SharedTarget {
    fn lock(&self) -> MutexGuard<'_, TargetState> {
        self.target.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the target, if it differs from the current one.
    pub fn set(&self, target: Target) {
        let mut state = self.lock();
        let same = state.target.as_ref().is_some_and(|old| {
            (old.task, old.idle, old.board) == (target.task, target.idle, target.board)
        });
        if same && !state.again {
            return;
        }
        state.target = Some(target);
        state.fresh = true;
        state.again = false;
        self.cancel.request();
        self.changed.notify_all();
    }

    /// Makes the next target count as new even if it equals the current one.
    pub fn again(&self) {
        self.lock().again = true;
    }

    /// A page was opened or closed. Closing the last one stops the analysis.
    pub fn set_watched(&self, begins: bool) {
        let mut state = self.lock();
        if begins {
            state.watching += 1;
        } else {
            state.watching = state.watching.saturating_sub(1);
        }
        if state.watching == 0 {
            self.cancel.request();
        }
        self.changed.notify_all();
    }

    /// Waits for a new target, or for an open page to continue an analysis that was stopped.
    pub fn next(&self) -> Target {
        let mut state = self.lock();
        state.fresh |= self.cancel.is_requested();
        loop {
            if state.fresh
                && state.watching > 0
                && let Some(target) = state.target.clone()
            {
                state.fresh = false;
                self.cancel.clear();
                return target;
            }
            let woken = self.changed.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// What a position is worth to Red, in few words: `Red +2.4`, `Red wins in 5 plies`.
pub fn in_words(for_red: Assessment) -> String {
    let forced = |winner: Color, number: u32| match number {
        0 => format!("{winner} has won"),
        number => format!("{winner} wins in {}", plies(number as usize)),
    };
    match for_red.score {
        Score::Win(plies) => forced(Color::Red, plies),
        Score::Loss(plies) => forced(Color::Blue, plies),
        Score::Stones(stones) if stones.abs() < 0.05 => "level".to_owned(),
        Score::Stones(stones) if stones < 0.0 => format!("Blue +{:.1}", -stones),
        Score::Stones(stones) => format!("Red +{stones:.1}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_worth_is_said_of_red() {
        let words = |score, value, turn| in_words(Assessment::new(score, value).for_red(turn));
        assert_eq!(
            words(Score::Win(5), 31_995, Color::Red),
            "Red wins in 5 plies"
        );
        assert_eq!(
            words(Score::Loss(4), -31_996, Color::Red),
            "Blue wins in 4 plies"
        );
        assert_eq!(words(Score::Loss(0), -32_000, Color::Red), "Blue has won");
        assert_eq!(words(Score::Stones(2.44), 300, Color::Red), "Red +2.4");
        assert_eq!(words(Score::Stones(2.44), 300, Color::Blue), "Blue +2.4");
        assert_eq!(words(Score::Stones(0.0), 0, Color::Blue), "level");
    }
}
