//! How a game ended.

use super::Color;
use std::fmt;

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// Why the game is over.
    pub ending: Ending,
}

impl Outcome {
    /// Why the game is over, in words; with the count of consecutive jumps and the side to move at
    /// its end.
    #[must_use]
    pub fn reason(self, jumps: u16, turn: Color) -> String {
        match self.ending {
            Ending::NoPieces => match self.winner {
                Some(winner) => format!("{} has no pieces", !winner),
                None => "neither side has pieces".to_owned(),
            },
            Ending::JumpLimit => format!("{jumps} jumps in a row"),
            Ending::Stuck => format!("{turn} cannot move"),
            Ending::NoMoves | Ending::PlyLimit => self.ending.to_string(),
        }
    }
}

/// Why a game is over. Displayed as a clause: `neither side can move`.
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

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoPieces => "a side has no pieces left",
            Self::NoMoves => "neither side can move",
            Self::JumpLimit => "the limit on consecutive jumps is reached",
            Self::PlyLimit => "the limit on the length of the game is reached",
            Self::Stuck => "the side to move cannot move",
        })
    }
}
