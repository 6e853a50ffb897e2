//! Boards smaller than seven by seven.

use super::{Bitboard, Color, Position, Square};
use crate::diagnostic::SyntaxError;
use crate::diagnostic::syntax::quoted;
use std::fmt;
use std::str::FromStr;

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
        Position::new(red, blue, blocks, Color::Red).expect("one thing a square")
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
