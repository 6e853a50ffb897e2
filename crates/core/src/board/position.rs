//! A position: everything about a game that can change its value.

use super::{Bitboard, Color, Square};
use thiserror::Error;

/// A position.
///
/// Three words of squares, two counters and the side to move: 32 bytes, half a
/// cache line. Playing a move returns a new position; to undo a move, keep the old
/// one. The blocks are included although no move changes them, so that a position
/// is complete without a game.
///
/// Equality covers everything, the count of consecutive jumps and the number of
/// plies included.
///
/// ```
/// use ataxx_core::board::{Move, Rules, Square};
/// use ataxx_core::position;
///
/// let before = position! {
///     r - - - - - b
///     - - - - - - -
///     - - b - - - -
///     - - - - - - -
///     - - - - - - -
///     - - - - - - -
///     b - - - - - r
///     red to move
/// };
/// let jump = Move::Jump { from: Square::A7, to: Square::C6 };
/// let after = before.play(jump, &Rules::UAI)?;
/// assert_eq!(after, position! {
///     - - - - - - b
///     - - r - - - -
///     - - r - - - -
///     - - - - - - -
///     - - - - - - -
///     - - - - - - -
///     b - - - - - r
///     blue to move
/// }.with_jumps(1).with_plies(1));
/// # Ok::<(), ataxx_core::board::IllegalMove>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) pieces: [Bitboard; 2],
    pub(super) blocks: Bitboard,
    pub(super) plies: u32,
    pub(super) jumps: u16,
    pub(super) turn: Color,
}

/// What is on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A piece of this side.
    Piece(Color),
    /// A block.
    Block,
}

/// A square with two contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("two things are on {square:?}")]
pub struct InvalidPosition {
    /// The first such square.
    pub square: Square,
}

impl Position {
    /// The position that a game without blocks starts from.
    ///
    /// ```
    /// use ataxx_core::{board::Position, position};
    ///
    /// assert_eq!(Position::start(), position! {
    ///     r - - - - - b
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     b - - - - - r
    ///     red to move
    /// });
    /// assert_eq!(Position::start(), Position::default());
    /// ```
    #[must_use]
    pub const fn start() -> Self {
        Self {
            pieces: [
                Bitboard::from_bits(1 << Square::A7.index() | 1 << Square::G1.index()),
                Bitboard::from_bits(1 << Square::A1.index() | 1 << Square::G7.index()),
            ],
            blocks: Bitboard::EMPTY,
            plies: 0,
            jumps: 0,
            turn: Color::Red,
        }
    }

    /// A position with these squares, this side to move and both counters at 0.
    ///
    /// ```
    /// use ataxx_core::board::{Bitboard, Color, InvalidPosition, Position, Square};
    /// use ataxx_core::{bitboard, position};
    ///
    /// let red = bitboard! {
    ///     X X . . . . .
    ///     X . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    /// };
    /// let (blue, blocks) = (Bitboard::of(Square::G1), Bitboard::of(Square::D4));
    /// assert_eq!(Position::new(red, blue, blocks, Color::Blue), Ok(position! {
    ///     r r - - - - -
    ///     r - - - - - -
    ///     - - - - - - -
    ///     - - - X - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - b
    ///     blue to move
    /// }));
    /// let error = InvalidPosition { square: Square::A6 };
    /// assert_eq!(Position::new(red, red - blue, blocks, Color::Red), Err(error));
    /// ```
    ///
    /// # Errors
    ///
    /// When two of the sets share a square.
    pub fn new(
        red: Bitboard,
        blue: Bitboard,
        blocks: Bitboard,
        turn: Color,
    ) -> Result<Self, InvalidPosition> {
        match ((red & blue) | ((red | blue) & blocks)).first() {
            Some(square) => Err(InvalidPosition { square }),
            None => Ok(Self {
                pieces: [red, blue],
                blocks,
                plies: 0,
                jumps: 0,
                turn,
            }),
        }
    }

    /// The same position with this count of consecutive jumps.
    ///
    /// ```
    /// use ataxx_core::{board::{Ending, Rules}, position};
    ///
    /// let position = position! {
    ///     r - - - - - b
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     b - - - - - r
    ///     red to move
    /// };
    /// assert_eq!(position.with_jumps(99).ending(&Rules::UAI), None);
    /// assert_eq!(position.with_jumps(100).ending(&Rules::UAI), Some(Ending::JumpLimit));
    /// assert_ne!(position.with_jumps(1), position);
    /// ```
    #[must_use]
    pub const fn with_jumps(self, jumps: u16) -> Self {
        Self { jumps, ..self }
    }

    /// The same position after this many plies (single moves, passes included).
    ///
    /// ```
    /// use ataxx_core::{board::{Ending, Rules}, position};
    ///
    /// let position = position! {
    ///     r - - - - - b
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     b - - - - - r
    ///     red to move
    /// };
    /// assert_eq!(position.with_plies(200).ending(&Rules::RELOADED), Some(Ending::PlyLimit));
    /// assert_eq!(position.with_plies(200).to_string(), "x5o/7/7/7/7/7/o5x x 0 101");
    /// ```
    #[must_use]
    pub const fn with_plies(self, plies: u32) -> Self {
        Self { plies, ..self }
    }

    /// The same position with this side to move.
    ///
    /// ```
    /// use ataxx_core::{board::{Color, Rules}, position};
    ///
    /// let position = position! {
    ///     r r - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     b - - - - - -
    ///     red to move
    /// };
    /// assert_eq!(position.legal_moves(&Rules::UAI).count(), 15);
    /// let position = position.with_turn(Color::Blue);
    /// assert_eq!(position.legal_moves(&Rules::UAI).count(), 8);
    /// ```
    #[must_use]
    pub const fn with_turn(self, turn: Color) -> Self {
        Self { turn, ..self }
    }

    /// The pieces of one side.
    ///
    /// ```
    /// use ataxx_core::{bitboard, board::Color, position};
    ///
    /// let position = position! {
    ///     r r - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - X - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     b - - - - - -
    ///     red to move
    /// };
    /// assert_eq!(position.pieces(Color::Red), bitboard! {
    ///     X X . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    /// });
    /// ```
    #[must_use]
    #[inline]
    pub const fn pieces(&self, color: Color) -> Bitboard {
        self.pieces[color.index()]
    }

    /// The blocked squares.
    ///
    /// ```
    /// use ataxx_core::{bitboard, position};
    ///
    /// let position = position! {
    ///     r - - - - - b
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - X - X - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     b - - - - - r
    ///     red to move
    /// };
    /// assert_eq!(position.blocks(), bitboard! {
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . X . X . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    /// });
    /// ```
    #[must_use]
    #[inline]
    pub const fn blocks(&self) -> Bitboard {
        self.blocks
    }

    /// The squares that hold nothing.
    ///
    /// ```
    /// use ataxx_core::{board::Square, position};
    ///
    /// let position = position! {
    ///     r - - - - - b
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - X - X - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     b - - - - - r
    ///     red to move
    /// };
    /// assert_eq!(position.empty().count(), 43);
    /// assert!(!position.empty().contains(Square::C4), "a block");
    /// ```
    #[must_use]
    #[inline]
    pub fn empty(&self) -> Bitboard {
        !(self.pieces[0] | self.pieces[1] | self.blocks)
    }

    /// The side to move.
    ///
    /// ```
    /// use ataxx_core::{board::{Color, Move, Rules, Square}, position};
    ///
    /// let position = position! {
    ///     r - - - - - b
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     b - - - - - r
    ///     red to move
    /// };
    /// assert_eq!(position.turn(), Color::Red);
    /// let next = position.after(Move::Extend { to: Square::B7 }, &Rules::UAI);
    /// assert_eq!(next.turn(), Color::Blue);
    /// ```
    #[must_use]
    #[inline]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The count of consecutive jumps, of both sides together.
    ///
    /// ```
    /// use ataxx_core::{board::{Move, Rules, Square}, position};
    ///
    /// let position = position! {
    ///     r - - - - - b
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     b - - - - - r
    ///     red to move
    /// }.with_jumps(3);
    /// let jump = Move::Jump { from: Square::A7, to: Square::C7 };
    /// assert_eq!(position.after(jump, &Rules::UAI).jumps(), 4);
    /// let extend = Move::Extend { to: Square::B7 };
    /// assert_eq!(position.after(extend, &Rules::UAI).jumps(), 0);
    /// ```
    #[must_use]
    #[inline]
    pub const fn jumps(&self) -> u16 {
        self.jumps
    }

    /// How many plies (single moves, passes included) have been played.
    ///
    /// ```
    /// use ataxx_core::{board::{Move, Rules, Square}, position};
    ///
    /// let position = position! {
    ///     r - - - - - b
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     b - - - - - r
    ///     red to move
    /// };
    /// let next = position.after(Move::Extend { to: Square::B7 }, &Rules::UAI);
    /// assert_eq!((position.plies(), next.plies()), (0, 1));
    /// ```
    #[must_use]
    #[inline]
    pub const fn plies(&self) -> u32 {
        self.plies
    }

    /// The number of the turn, counted from 1: a turn is a ply of Red's and one of Blue's.
    ///
    /// ```
    /// # use ataxx_core::board::Position;
    /// assert_eq!(Position::start().with_plies(3).turn_number(), 2);
    /// ```
    #[must_use]
    pub const fn turn_number(&self) -> u32 {
        self.plies / 2 + 1
    }

    /// What is on a square.
    ///
    /// ```
    /// use ataxx_core::{board::{Cell, Color, Square}, position};
    ///
    /// let position = position! {
    ///     r - - - - - b
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - X - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     b - - - - - r
    ///     red to move
    /// };
    /// assert_eq!(position.cell(Square::A1), Cell::Piece(Color::Blue));
    /// assert_eq!(position.cell(Square::D4), Cell::Block);
    /// assert_eq!(position.cell(Square::D5), Cell::Empty);
    /// ```
    #[must_use]
    pub fn cell(&self, square: Square) -> Cell {
        if self.blocks.contains(square) {
            return Cell::Block;
        }
        Color::BOTH
            .into_iter()
            .find(|&color| self.pieces(color).contains(square))
            .map_or(Cell::Empty, Cell::Piece)
    }
}

impl Default for Position {
    fn default() -> Self {
        Self::start()
    }
}
