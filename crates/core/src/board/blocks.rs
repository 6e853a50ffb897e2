//! Blocks: where they can be placed, and smaller boards, whose other squares are blocks.

use super::{Bitboard, Color, Position, Rules, Square};
use crate::diagnostic::SyntaxError;
use crate::diagnostic::syntax::quoted;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Why a block cannot be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BlockError {
    /// The rules have no blocks.
    #[error("these rules have no blocks")]
    NotInTheseRules,
    /// The square is a corner, where games start with pieces.
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

/// The size of a board: files and ranks, each from 2 to 7.
///
/// ```
/// use ataxx_core::board::BoardSize;
///
/// let size: BoardSize = "3x2".parse()?;
/// let fen = "-------/-------/-------/-------/-------/x1o----/o1x---- x 0 1";
/// assert_eq!(size.start().to_string(), fen);
/// # Ok::<(), ataxx_core::diagnostic::SyntaxError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardSize {
    files: u8,
    ranks: u8,
}

impl BoardSize {
    /// A board with these files and ranks; `None` if either is not from 2 to 7.
    #[must_use]
    pub fn new(files: u8, ranks: u8) -> Option<Self> {
        let sizes = 2..=Square::SIDE;
        (sizes.contains(&files) && sizes.contains(&ranks)).then_some(Self { files, ranks })
    }

    /// The number of files.
    #[must_use]
    pub const fn files(self) -> u8 {
        self.files
    }

    /// The number of ranks.
    #[must_use]
    pub const fn ranks(self) -> u8 {
        self.ranks
    }

    /// The usual start on a board of this size: it begins at a1, and the squares outside are
    /// blocks. Red has the top left and the bottom right corner.
    ///
    /// # Panics
    ///
    /// Never: the corners are different squares inside.
    #[must_use]
    pub fn start(self) -> Position {
        let (last_file, last_rank) = (self.files - 1, self.ranks - 1);
        let squares = |wanted: &dyn Fn(u8, u8) -> bool| -> Bitboard {
            Square::all()
                .filter(|square| wanted(square.file(), square.rank()))
                .collect()
        };
        let red = squares(&|file, rank| [(0, last_rank), (last_file, 0)].contains(&(file, rank)));
        let blue = squares(&|file, rank| [(0, 0), (last_file, last_rank)].contains(&(file, rank)));
        let blocks = squares(&|file, rank| file > last_file || rank > last_rank);
        Position::new(red, blue, blocks, Color::Red).expect("disjoint sets")
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}x{}", self.files, self.ranks))
    }
}

impl FromStr for BoardSize {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let size = match text.as_bytes() {
            [files @ b'0'..=b'9', b'x' | b'X', ranks @ b'0'..=b'9'] => {
                Self::new(files - b'0', ranks - b'0')
            }
            _ => None,
        };
        size.ok_or_else(|| {
            let found = quoted(text);
            let message =
                format!("expected files and ranks from 2x2 to 7x7, such as `4x5`, found {found}");
            SyntaxError::new(0..text.len(), message)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_they_are_written() {
        for files in 0..=9 {
            for ranks in 0..=9 {
                let text = format!("{files}x{ranks}");
                let size = BoardSize::new(files, ranks);
                assert_eq!(text.parse().ok(), size, "{text}");
                let is_allowed = (2..=7).contains(&files) && (2..=7).contains(&ranks);
                assert_eq!(size.is_some(), is_allowed, "{text}");
                if let Some(size) = size {
                    assert_eq!(size.to_string(), text);
                    assert_eq!((size.files(), size.ranks()), (files, ranks));
                    let start = size.start();
                    let inside = |&square: &Square| square.file() < files && square.rank() < ranks;
                    let expected: Bitboard = Square::all().filter(inside).collect();
                    assert_eq!(!start.blocks(), expected);
                    assert_eq!(start.pieces(Color::Red).count(), 2);
                    assert_eq!(start.pieces(Color::Blue).count(), 2);
                }
            }
        }
    }
}
