//! The expected and the actual value.

use ataxx_core::board::{Bitboard, Cell, Color, Position, Square};
use serde::{Deserialize, Serialize};

/// The expected and the actual value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Comparison {
    /// Two short values, like `3` and `4`.
    Values {
        /// The kind of value: `jumps`, `result`, ….
        what: String,
        /// The expected value.
        expected: String,
        /// The actual value.
        actual: String,
    },
    /// Two texts of several lines each.
    Texts {
        /// The expected value.
        expected: String,
        /// The actual value.
        actual: String,
    },
    /// Two boards.
    Boards(Box<Boards>),
    /// Two sets, of moves or of anything else.
    Sets {
        /// The kind of their members: `moves`, ….
        what: String,
        /// Expected members that are not there.
        missing: Vec<String>,
        /// Members that were not expected.
        surplus: Vec<String>,
        /// The number of members that were expected and are there.
        common: usize,
    },
}

/// Two boards, and where they differ. Open squares, about which nothing was expected, are not
/// among the differing ones, whatever stands on them in `expected`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Boards {
    /// The expected board.
    pub expected: Position,
    /// The actual board.
    pub actual: Position,
    /// The squares about which nothing was expected.
    pub open: Bitboard,
    /// The squares that differ.
    pub differing: Bitboard,
}

impl From<Boards> for Comparison {
    fn from(boards: Boards) -> Self {
        Self::Boards(Box::new(boards))
    }
}

impl Boards {
    /// Two boards of which all squares count.
    pub fn new(expected: Position, actual: Position) -> Self {
        let differs = |square: &Square| expected.cell(*square) != actual.cell(*square);
        Self {
            expected,
            actual,
            open: Bitboard::EMPTY,
            differing: Square::all().filter(differs).collect(),
        }
    }

    /// Each difference in words: `b7 is red, not empty`.
    pub fn differences(&self) -> impl Iterator<Item = String> {
        self.differing.squares().map(|square| {
            let [actual, expected] =
                [self.actual, self.expected].map(|board| in_words(board.cell(square)));
            format!("{square} is {actual}, not {expected}")
        })
    }
}

const fn in_words(cell: Cell) -> &'static str {
    match cell {
        Cell::Empty => "empty",
        Cell::Piece(Color::Red) => "red",
        Cell::Piece(Color::Blue) => "blue",
        Cell::Block => "blocked",
    }
}
