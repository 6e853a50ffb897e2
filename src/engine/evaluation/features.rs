//! Input features of the network: the board as 36 overlapping 2x2 windows.
//!
//! A window is active with one of the 81 states of its pieces, where each square is empty,
//! own or opposing, and, if it has blocks, also with one of 15 sets of blocked squares. The
//! features see every pair of neighbours.

use crate::board::{Bitboard, Position, Square};

/// The number of windows.
pub const WINDOWS: usize = 36;
/// The number of states of the pieces of a window. A blocked square counts as empty.
pub const PIECE_STATES: usize = 81;
/// The number of features of a window: states of its pieces, then sets of blocked squares.
pub const WINDOW_FEATURES: usize = PIECE_STATES + 15;
/// The number of features.
pub const FEATURES: usize = WINDOWS * WINDOW_FEATURES;

/// The windows of a rank; as many as there are ranks of windows.
pub(super) const WINDOW_FILES: usize = 6;
const SIDE: usize = Square::SIDE as usize;

/// The active features of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActiveFeatures {
    /// One for the pieces of each window.
    pub pieces: [u16; WINDOWS],
    /// One for each window with blocks.
    pub blocks: Vec<u16>,
}

/// The feature of a window's pieces.
pub(super) const fn piece_feature(window: usize, state: usize) -> usize {
    window * WINDOW_FEATURES + state
}

/// The feature of a window's blocks, as a set of its squares: two of a rank, then two of the
/// next. `None` without blocks.
pub(super) fn block_feature(window: usize, blocks: Bitboard) -> Option<usize> {
    let first = SIDE * (window / WINDOW_FILES) + window % WINDOW_FILES;
    let bits = blocks.bits() >> first;
    #[allow(clippy::cast_possible_truncation)] // four bits
    let set = (bits & 3 | (bits >> SIDE & 3) << 2) as usize;
    (set > 0).then(|| window * WINDOW_FEATURES + PIECE_STATES + set - 1)
}

/// The seven squares of a rank as a number of bits.
#[inline(always)]
#[allow(clippy::inline_always)] // must take on the instruction set of its caller
pub(super) fn rank_bits(set: Bitboard, rank: usize) -> usize {
    #[allow(clippy::cast_possible_truncation)] // seven bits
    let bits = (set.bits() >> (rank * SIDE) & 127) as usize;
    bits
}

/// The active features of a position, from the point of view of the side to move.
#[must_use]
pub fn features(position: &Position) -> ActiveFeatures {
    let (own, opp) = (
        position.pieces(position.turn()),
        position.pieces(!position.turn()),
    );
    // The base-3 digits of two neighbouring squares of a rank.
    let pair = |rank: usize, file: usize| {
        let digits = |set| [0, 1, 3, 4][rank_bits(set, rank) >> file & 3];
        digits(own) + 2 * digits(opp)
    };
    let pieces = std::array::from_fn(|window| {
        let (rank, file) = (window / WINDOW_FILES, window % WINDOW_FILES);
        let state = pair(rank, file) + 9 * pair(rank + 1, file);
        short(piece_feature(window, state))
    });
    let blocks = (0..WINDOWS).filter_map(|window| block_feature(window, position.blocks()));
    ActiveFeatures {
        pieces,
        blocks: blocks.map(short).collect(),
    }
}

fn short(feature: usize) -> u16 {
    const { assert!(FEATURES <= u16::MAX as usize) };
    #[allow(clippy::cast_possible_truncation)] // as asserted
    let short = feature as u16;
    short
}
