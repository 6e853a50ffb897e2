//! The board as it is drawn: 49 cells, and what stands beside it.

use crate::board::{Color, Square};

/// What is on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A red piece.
    Red,
    /// A blue piece.
    Blue,
    /// A block: nothing enters it, flips it or moves it.
    Block,
}

impl Cell {
    /// A piece of this side.
    #[must_use]
    pub const fn piece(color: Color) -> Self {
        match color {
            Color::Red => Self::Red,
            Color::Blue => Self::Blue,
        }
    }
}

/// A position on an array of cells, with everything that the rules ask about.
///
/// The fields are open: any picture can be set up, and each is a fact that a
/// rule's sentence names. Two positions are equal when all of it is equal, both
/// counts included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LiteralPosition {
    /// What is on each square, in the order of squares: a1, b1, …, g1, a2, …, g7.
    pub cells: [Cell; 49],
    /// The side to move.
    pub turn: Color,
    /// The count of consecutive jumps, both sides' taken together. It is never
    /// cut off: with no limit it grows as long as the game does.
    pub jumps: u32,
    /// How many plies (single moves, passes included) have been played.
    pub plies: u32,
}

impl LiteralPosition {
    /// The start: Red on a7 and g1, Blue on a1 and g7, Red goes first.
    #[must_use]
    pub fn start() -> Self {
        Self::from_cells(Color::Red, |square| match (square.file(), square.rank()) {
            (0, 6) | (6, 0) => Cell::Red,
            (0, 0) | (6, 6) => Cell::Blue,
            _ => Cell::Empty,
        })
    }

    /// The position with these cells and this side to move, both counts at 0.
    #[must_use]
    pub fn from_cells(turn: Color, cell: impl Fn(Square) -> Cell) -> Self {
        let mut position = Self {
            cells: [Cell::Empty; 49],
            turn,
            jumps: 0,
            plies: 0,
        };
        for square in Square::all() {
            position.set(square, cell(square));
        }
        position
    }

    /// What is on a square.
    #[must_use]
    pub fn cell(&self, square: Square) -> Cell {
        self.cells[square.index()]
    }

    /// Puts something on a square, whatever was there.
    pub fn set(&mut self, square: Square, cell: Cell) {
        self.cells[square.index()] = cell;
    }

    /// On how many squares this is, 0 to 49.
    #[must_use]
    pub fn count(&self, cell: Cell) -> u32 {
        let mut count = 0;
        for found in self.cells {
            if found == cell {
                count += 1;
            }
        }
        count
    }
}

/// The square this number of files to the right and ranks up; `None` off the board.
///
/// Written out here so that it shares no step with `board`.
pub(super) fn step(from: Square, (right, up): (i8, i8)) -> Option<Square> {
    let file = u8::try_from(i16::from(from.file()) + i16::from(right)).ok()?;
    let rank = u8::try_from(i16::from(from.rank()) + i16::from(up)).ok()?;
    Square::new(file, rank)
}

/// The squares next to a square: one step horizontally, vertically or
/// diagonally, eight of them in the middle and three in a corner.
pub(super) fn neighbours(square: Square) -> impl Iterator<Item = Square> {
    const STEPS: [(i8, i8); 8] = [
        (-1, 1),
        (0, 1),
        (1, 1),
        (-1, 0),
        (1, 0),
        (-1, -1),
        (0, -1),
        (1, -1),
    ];
    STEPS.into_iter().filter_map(move |by| step(square, by))
}
