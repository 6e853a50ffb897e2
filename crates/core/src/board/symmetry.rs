//! The eight symmetries of the square board.

use super::{Bitboard, Move, Position, Square};

/// A rotation or reflection of the board.
///
/// The rules are invariant under symmetries, because jump vectors come in whole symmetry classes:
/// legal moves, counts and results of an image are the images of those of the original.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry {
    /// Bit 0: files are mirrored; bit 1: ranks are; bit 2: then files and ranks
    /// change places.
    bits: u8,
}

const TABLES: [[Square; Square::COUNT]; 8] = tables();

const fn tables() -> [[Square; Square::COUNT]; 8] {
    let mut tables = [[Square::A1; Square::COUNT]; 8];
    let mut bits = 0;
    while bits < 8 {
        let mut index = 0;
        while index < Square::COUNT {
            let square = Square::from_index(index).expect("index is below 49");
            let (mut file, mut rank) = (square.file(), square.rank());
            if bits & 1 != 0 {
                file = Square::SIDE - 1 - file;
            }
            if bits & 2 != 0 {
                rank = Square::SIDE - 1 - rank;
            }
            if bits & 4 != 0 {
                (file, rank) = (rank, file);
            }
            tables[bits][index] = Square::new(file, rank).expect("still on the board");
            index += 1;
        }
        bits += 1;
    }
    tables
}

impl Symmetry {
    /// All eight, the identity first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..8).map(|bits| Self { bits })
    }

    /// The image of a square.
    #[must_use]
    pub const fn square(self, square: Square) -> Square {
        TABLES[self.bits as usize][square.index()]
    }

    /// The image of a set.
    #[must_use]
    pub fn bitboard(self, set: Bitboard) -> Bitboard {
        set.squares().map(|square| self.square(square)).collect()
    }

    /// The image of a move.
    #[must_use]
    pub const fn mv(self, mv: Move) -> Move {
        match mv {
            Move::Extend { to } => Move::Extend {
                to: self.square(to),
            },
            Move::Jump { from, to } => Move::Jump {
                from: self.square(from),
                to: self.square(to),
            },
            Move::Pass => Move::Pass,
        }
    }

    /// The image of a position.
    #[must_use]
    pub fn position(self, position: &Position) -> Position {
        let [red, blue] = position.pieces;
        Position {
            pieces: [self.bitboard(red), self.bitboard(blue)],
            blocks: self.bitboard(position.blocks),
            ..*position
        }
    }
}

impl Position {
    /// The same position with the colours of all pieces and the side to move
    /// exchanged.
    ///
    /// ```
    /// use ataxx_core::position;
    ///
    /// let position = position! {
    ///     r r - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - X - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - b
    ///     red to move
    /// };
    /// assert_eq!(position.with_colors_swapped(), position! {
    ///     b b - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - X - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - r
    ///     blue to move
    /// });
    /// ```
    #[must_use]
    pub const fn with_colors_swapped(&self) -> Self {
        let [red, blue] = self.pieces;
        Self {
            pieces: [blue, red],
            turn: self.turn.opposite(),
            ..*self
        }
    }
}
