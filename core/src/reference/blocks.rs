//! Where blocks can stand.

use super::{Cell, LiteralPosition};
use crate::board::{BlockError, Rules, Square};

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
