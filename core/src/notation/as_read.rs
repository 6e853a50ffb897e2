//! A position with what its text leaves open.

use crate::board::Position;

/// A position that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReadPosition {
    /// The position.
    pub position: Position,
    /// Whether its text says which side is to move. Where it does not, it is Red.
    pub names_turn: bool,
}

impl ReadPosition {
    /// The warning for a text that does not name the side to move, as one line.
    pub const ASSUMED_TURN: &'static str = "the text does not say which side is to move: Red is assumed (`x` or \
         `o` after the squares of a FEN says it, `r` or `b` after the rows of a dump, or the line \
         that `board` prints below a board)";
}

impl From<Position> for ReadPosition {
    /// A position whose text names the side to move.
    fn from(position: Position) -> Self {
        Self {
            position,
            names_turn: true,
        }
    }
}
