//! Values that are known without a search, such as those of tables.

use super::{Plies, PruningCounts, Solution, Verdict};
use crate::board::{Move, Position, Rules};
use std::sync::OnceLock;

/// Knows the values of some positions.
pub trait KnownValues: Send + Sync {
    /// All legal moves of a position with what the side that makes them can force then: a win, a
    /// draw or a loss, without distances; `None` where that is not known, or the game is over.
    fn moves(&self, position: &Position, rules: &Rules) -> Option<Vec<(Move, Verdict)>>;
}

static KNOWN: OnceLock<Box<dyn KnownValues>> = OnceLock::new();

/// Lets the engine and the solver of this process use values, once and for all. Returns whether
/// these are the ones.
pub fn use_known_values(known: Box<dyn KnownValues>) -> bool {
    KNOWN.set(known).is_ok()
}

/// The moves of a position with their values, if they are [known](use_known_values).
#[must_use]
pub fn known_moves(position: &Position, rules: &Rules) -> Option<Vec<(Move, Verdict)>> {
    let moves = KNOWN.get()?.moves(position, rules)?;
    (!moves.is_empty()).then_some(moves)
}

/// The best of these values.
#[must_use]
pub fn best_value(moves: &[(Move, Verdict)]) -> Verdict {
    let worth = |value: &Verdict| match value {
        Verdict::Win(_) => 2,
        Verdict::Draw => 1,
        _ => 0,
    };
    let values = moves.iter().map(|&(_, value)| value);
    values.max_by_key(worth).unwrap_or(Verdict::Unknown)
}

impl Solution {
    /// The solution of a position whose moves have these values.
    #[must_use]
    pub fn of_values(moves: &[(Move, Verdict)], all_moves: bool) -> Self {
        let verdict = best_value(moves);
        let keeping = moves.iter().filter(|(_, value)| *value == verdict);
        let count = if all_moves { usize::MAX } else { 1 };
        Self {
            verdict,
            moves: keeping.map(|&(mv, _)| mv).take(count).collect(),
            moves_complete: true,
            none_within: Plies(0),
            line: Vec::new(),
            nodes: 0,
            pruning_counts: PruningCounts::default(),
            proof: Vec::new(),
            keep: None,
        }
    }
}
