//! How a game ended.

use super::Color;

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// Why the game is over.
    pub ending: Ending,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Ending {
    /// A side has no pieces left.
    NoPieces,
    /// Neither side can move.
    NoMoves,
    /// The count of consecutive jumps has reached its limit.
    JumpLimit,
    /// The limit on the length of the game has been reached.
    PlyLimit,
    /// The side to move cannot move, and the rules end the game there and give
    /// the empty squares to the other side.
    Stuck,
}
