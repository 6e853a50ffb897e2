//! A position in words, for screen readers.

use crate::board::{Bitboard, Color, PlayedMove, Position};
use crate::notation::Summary;

/// What the picture is.
pub(super) fn title(position: &Position) -> String {
    format!("Ataxx board: {}", Summary(*position))
}

/// The squares of each side, the side to move and the last move.
pub(super) fn description(position: &Position, last_move: Option<PlayedMove>) -> String {
    let mut sentences = vec![format!("{} to move.", position.turn())];
    sentences.extend(Color::BOTH.map(|color| {
        let squares = position.pieces(color);
        match squares.count() {
            0 => format!("{color} has no pieces."),
            1 => format!("{color} has 1 piece: {}.", list(squares)),
            count => format!("{color} has {count} pieces: {}.", list(squares)),
        }
    }));
    if !position.blocks().is_empty() {
        sentences.push(format!("Blocked: {}.", list(position.blocks())));
    }
    sentences.extend(last_move.map(|last| match (last.from, last.to()) {
        (Some(from), Some(to)) if last.mv.is_jump() => {
            format!("Last move: jump from {from} to {to}.")
        }
        (Some(from), Some(to)) => format!("Last move: extend from {from} to {to}."),
        (None, Some(to)) => format!("Last move: extend to {to}."),
        (_, None) => "Last move: a pass.".to_owned(),
    }));
    sentences.join(" ")
}

fn list(squares: Bitboard) -> String {
    let names: Vec<_> = squares.squares().map(|square| square.to_string()).collect();
    names.join(", ")
}
