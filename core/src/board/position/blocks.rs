//! Placing blocks.

use super::Position;
use crate::board::{Bitboard, Rules, Square};
use thiserror::Error;

/// Why a block cannot be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BlockError {
    /// The rules know no blocks.
    #[error("these rules have no blocks")]
    NotInTheseRules,
    /// Corners hold the first pieces.
    #[error("a corner cannot be blocked")]
    Corner,
    /// A square of the set holds a piece.
    #[error("a piece is on {square:?}")]
    OnPiece {
        /// The first such square.
        square: Square,
    },
    /// The square is blocked already.
    #[error("{square:?} is blocked already")]
    AlreadyBlocked {
        /// The square.
        square: Square,
    },
    /// A move has been made.
    #[error("blocks are placed before the first move")]
    AfterMove,
}

impl Position {
    /// A square and its reflections in the middle file, in the middle rank and
    /// in both: 1, 2 or 4 squares.
    ///
    /// ```
    /// use ataxx_core::bitboard;
    /// use ataxx_core::board::{Position, Square};
    ///
    /// assert_eq!(Position::block_set(Square::C5), bitboard! {
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . X . X . .
    ///     . . . . . . .
    ///     . . X . X . .
    ///     . . . . . . .
    ///     . . . . . . .
    /// });
    /// ```
    #[must_use]
    pub fn block_set(square: Square) -> Bitboard {
        let mirror = |n: u8| Square::SIDE - 1 - n;
        let (file, rank) = (square.file(), square.rank());
        [
            (file, rank),
            (mirror(file), rank),
            (file, mirror(rank)),
            (mirror(file), mirror(rank)),
        ]
        .into_iter()
        .filter_map(|(file, rank)| Square::new(file, rank))
        .collect()
    }

    /// The position with a block on a square and on its reflections. A square that is
    /// already blocked stays blocked.
    ///
    /// ```
    /// use ataxx_core::board::{BlockError, Position, Rules, Square};
    /// use ataxx_core::position;
    ///
    /// assert_eq!(Position::start().with_block(Square::C5, &Rules::UAI), Ok(position! {
    ///     r - - - - - b
    ///     - - - - - - -
    ///     - - X - X - -
    ///     - - - - - - -
    ///     - - X - X - -
    ///     - - - - - - -
    ///     b - - - - - r
    ///     red to move
    /// }));
    /// let error = Position::start().with_block(Square::A7, &Rules::UAI);
    /// assert_eq!(error, Err(BlockError::Corner));
    /// ```
    ///
    /// # Errors
    ///
    /// When the rules have no blocks, the square is a corner, or a piece is on a
    /// square of the set.
    pub fn with_block(&self, square: Square, rules: &Rules) -> Result<Self, BlockError> {
        if !rules.blocks {
            return Err(BlockError::NotInTheseRules);
        }
        if square.is_corner() {
            return Err(BlockError::Corner);
        }
        let set = Self::block_set(square);
        if let Some(square) = (set & (self.pieces[0] | self.pieces[1])).first() {
            return Err(BlockError::OnPiece { square });
        }
        Ok(Self {
            blocks: self.blocks | set,
            ..*self
        })
    }
}
