//! Wins of AIs.

use ataxx_core::board::{Move, Position, Rules};

/// Within how many plies after its move an AI that could win at once must still win by force.
pub const HORIZON: u16 = 9;

/// A move that wins at once.
pub fn winning_move(position: &Position, rules: &Rules) -> Option<Move> {
    let wins = |mv: &Move| {
        let outcome = position.after(*mv, rules).outcome(rules);
        outcome.is_some_and(|outcome| outcome.winner == Some(position.turn()))
    };
    position.legal_moves(rules).find(wins)
}
