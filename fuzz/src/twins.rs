//! The two engines side by side.

use ataxx_core::board::{self, Color, PlayedMove, Position, Rules};
use ataxx_core::reference::{Cell, LiteralPosition};

/// A position of the board, copied out cell by cell.
pub fn literal_of(position: &Position) -> LiteralPosition {
    let mut literal =
        LiteralPosition::from_cells(position.turn(), |square| match position.cell(square) {
            board::Cell::Empty => Cell::Empty,
            board::Cell::Piece(Color::Red) => Cell::Red,
            board::Cell::Piece(Color::Blue) => Cell::Blue,
            board::Cell::Block => Cell::Block,
        });
    literal.jumps = position.jumps().into();
    literal.plies = position.plies();
    literal
}

/// Both engines see the same on the board and think the same of it: squares,
/// counts, result, and the legal moves with all their origins.
pub fn check_same(position: &Position, literal: &LiteralPosition, rules: &Rules) {
    assert_eq!(literal_of(position), *literal);
    let outcome = literal.outcome(rules);
    assert_eq!(position.outcome(rules), outcome);
    let mut fast: Vec<PlayedMove> = Vec::new();
    for mv in position.legal_moves(rules) {
        let origins = position.origins(mv);
        if origins.is_empty() {
            fast.push(PlayedMove { from: None, mv });
        }
        fast.extend(origins.squares().map(|from| PlayedMove {
            from: Some(from),
            mv,
        }));
    }
    let mut slow = literal.named_moves(rules);
    fast.sort_unstable();
    slow.sort_unstable();
    assert_eq!(fast, slow);
    assert_eq!(fast.is_empty(), outcome.is_some());
}
