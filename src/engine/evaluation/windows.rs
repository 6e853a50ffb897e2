//! Input features of the network: the board as 36 overlapping 2x2 windows.
//!
//! Each square of a window is empty, own, opposing or blocked, so a window has 256 states.
//! The features see every pair of neighbours, and evaluating them takes 36 additions of
//! rows.

use crate::board::{Bitboard, Position, Square};

/// The number of windows.
pub const WINDOWS: usize = 36;
/// The number of states of a window.
pub const STATES: usize = 256;
/// The number of features: pairs of a window and its state.
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

/// The active features from the point of view of the side to move, one for each window.
/// Each is below [`FEATURES`].
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
