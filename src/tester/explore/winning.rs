//! Wins in one move.

use crate::board::{Move, Position, Rules};

/// A move that wins at once.
pub fn winning_move(position: &Position, rules: &Rules) -> Option<Move> {
    let wins = |mv: &Move| {
        let outcome = position.after(*mv, rules).outcome(rules);
        outcome.is_some_and(|outcome| outcome.winner == Some(position.turn()))
    };
    position.legal_moves(rules).find(wins)
}
