//! The board as 36 overlapping windows of two by two squares.
//!
//! A square in a window is empty, the own side's, the other side's or blocked: 256
//! states a window. What a small network makes of these sees every pair of neighbours,
//! and is as fast as 36 additions.

use crate::board::{Bitboard, Position, Square};

/// How many windows there are.
pub const WINDOWS: usize = 36;
/// How many states a window has.
pub const STATES: usize = 256;
/// How many pairs of a window and its state there are.
pub const FEATURES: usize = WINDOWS * STATES;

/// Seven bits with a gap after each.
#[allow(clippy::cast_possible_truncation)] // 14 bits
const SPREAD: [u16; 128] = {
    let mut spread = [0; 128];
    let mut row = 0;
    while row < 128 {
        let mut bit = 0;
        while bit < 7 {
            spread[row] |= ((row >> bit & 1) << (2 * bit)) as u16;
            bit += 1;
        }
        row += 1;
    }
    spread
};

/// The window and state of each window, as the side to move sees them: a number below
/// [`FEATURES`].
#[must_use]
#[inline]
pub fn windows(position: &Position) -> [u16; WINDOWS] {
    let blocks = position.blocks();
    let own = position.pieces(position.turn()) | blocks;
    let opp = position.pieces(!position.turn()) | blocks;
    let row = |set: Bitboard, rank: usize| {
        let row = set.bits() >> (rank * usize::from(Square::SIDE)) & 127;
        #[allow(clippy::cast_possible_truncation)] // seven bits
        SPREAD[row as usize]
    };
    let mut windows = [0; WINDOWS];
    let mut below = row(own, 0) | row(opp, 0) << 1;
    for rank in 0..6 {
        let above = row(own, rank + 1) | row(opp, rank + 1) << 1;
        for file in 0..6 {
            let state = (below >> (2 * file) & 15) | (above >> (2 * file) & 15) << 4;
            let window = rank * 6 + file;
            #[allow(clippy::cast_possible_truncation)] // below 36
            let first = (window * STATES) as u16;
            windows[window] = first | state;
        }
        below = above;
    }
    windows
}
