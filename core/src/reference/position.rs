//! The board as it is drawn: 49 cells, what stands beside it, and where blocks can stand.

use crate::board::{BlockError, Color, Rules, Square};

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

impl LiteralPosition {
    /// Places a block on a square and on its reflections in the middle file, in
    /// the middle rank, and in both.
    ///
    /// Blocks are placed before the first move; whether that moment has passed,
    /// after moves have been taken back for instance, a position cannot know, so
    /// the caller judges it.
    ///
    /// # Errors
    ///
    /// When the rules have no blocks, on a corner, when a square of the set holds
    /// a piece, and on a square that is blocked already. Nothing has changed then.
    pub fn place_block(&mut self, square: Square, rules: &Rules) -> Result<(), BlockError> {
        if !rules.blocks {
            return Err(BlockError::NotInTheseRules);
        }
        if corners().contains(&square) {
            return Err(BlockError::Corner);
        }
        if self.cell(square) == Cell::Block {
            return Err(BlockError::AlreadyBlocked { square });
        }
        let set = reflections(square);
        for square in Square::all() {
            let piece = matches!(self.cell(square), Cell::Red | Cell::Blue);
            if set.contains(&square) && piece {
                return Err(BlockError::OnPiece { square });
            }
        }
        for square in set {
            self.set(square, Cell::Block);
        }
        Ok(())
    }
}

fn corners() -> [Square; 4] {
    [Square::A1, Square::G1, Square::A7, Square::G7]
}

/// The square, and where it lands in the mirrors; a square in a mirror's line
/// lands on itself.
fn reflections(square: Square) -> [Square; 4] {
    // Files and ranks are counted from 0 to 6, so the middle one is 3, and what
    // is n to one side of it lands n to the other side.
    let mirrored = |n: u8| 6 - n;
    let at = |file, rank| Square::new(file, rank).expect("a reflection stays on the board");
    let (file, rank) = (square.file(), square.rank());
    [
        square,
        at(mirrored(file), rank),
        at(file, mirrored(rank)),
        at(mirrored(file), mirrored(rank)),
    ]
}
