//! Kinds of puzzles.

use ataxx_core::diagnostic::syntax::{SyntaxError, named};
use ataxx_core::solver::{Aim, Plies};
use std::fmt;
use std::str::FromStr;

/// What is asked of a puzzle; the [module](super) has the exact definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// To win with the second move.
    Win2,
    /// To win with the third move.
    Win3,
    /// To find the only move after which the opponent has no forced win in two moves.
    Hold2,
    /// To find the only move after which the opponent has no forced win in three moves.
    Hold3,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Win2, Self::Win3, Self::Hold2, Self::Hold3];

    /// The name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win2 => "win-2",
            Self::Win3 => "win-3",
            Self::Hold2 => "hold-2",
            Self::Hold3 => "hold-3",
        }
    }

    /// The task as a headline.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Win2 => "win in 2",
            Self::Win3 => "win in 3",
            Self::Hold2 => "the only move that holds, against a win in 2",
            Self::Hold3 => "the only move that holds, against a win in 3",
        }
    }

    /// What the side to move is to force.
    pub const fn aim(self) -> Aim {
        match self {
            Self::Win2 | Self::Win3 => Aim::Win,
            Self::Hold2 | Self::Hold3 => Aim::Hold,
        }
    }

    /// The number of moves of the winner: of the side to move, or, if it is to hold, of the
    /// opponent after a wrong move.
    pub const fn moves(self) -> u16 {
        match self {
            Self::Win2 | Self::Hold2 => 2,
            Self::Win3 | Self::Hold3 => 3,
        }
    }

    /// The number of plies from the position to the win.
    pub const fn plies(self) -> Plies {
        match self.aim() {
            Aim::Win => Plies(2 * self.moves() - 1),
            Aim::Hold => Plies(2 * self.moves()),
        }
    }
}

impl fmt::Display for Kind {
    /// The [name](Self::name).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Kind {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let names = Self::ALL.map(|kind| (kind.name(), kind));
        named("a kind of puzzle", text, names.into_iter())
    }
}
