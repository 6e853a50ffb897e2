//! Where blocks can stand.

use super::{Cell, LiteralPosition};
use crate::board::{Rules, Square};
use thiserror::Error;

/// Why a block is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BlockRefused {
    /// The rules have no blocks.
    #[error("these rules have no blocks")]
    NotInTheseRules,
    /// Corners cannot be blocked.
    #[error("a corner cannot be blocked")]
    Corner,
    /// The square or a reflection of it holds a piece.
    #[error("a piece is on {square:?}")]
    OnPiece {
        /// One such square, the first in the order of squares.
        square: Square,
    },
    /// There is a block already. Some dialects call that an error and some call
    /// it harmless; either way nothing changes.
    #[error("{square:?} is blocked already")]
    AlreadyBlocked {
        /// The square that was named.
        square: Square,
    },
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
    pub fn place_block(&mut self, square: Square, rules: &Rules) -> Result<(), BlockRefused> {
        if !rules.blocks {
            return Err(BlockRefused::NotInTheseRules);
        }
        if corners().contains(&square) {
            return Err(BlockRefused::Corner);
        }
        if self.cell(square) == Cell::Block {
            return Err(BlockRefused::AlreadyBlocked { square });
        }
        let set = reflections(square);
        for square in Square::all() {
            let piece = matches!(self.cell(square), Cell::Red | Cell::Blue);
            if set.contains(&square) && piece {
                return Err(BlockRefused::OnPiece { square });
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
