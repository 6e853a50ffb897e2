//! Input features of the network: the board as 18 overlapping windows of three files by two
//! ranks.
//!
//! A window is active with one of the 729 states of its pieces, where each square is empty,
//! own or opposing. The features see every pair of neighbours. Blocks are seen in 36 windows
//! of two files by two ranks: one that has blocks is active with one of 15 sets of blocked
//! squares.

use crate::board::{Bitboard, Position, Square};

/// The number of windows for pieces.
pub const WINDOWS: usize = RANKS * WINDOW_FILES;
/// The number of states of the pieces of a window. A blocked square counts as empty.
pub const PIECE_STATES: usize = TRIPLE_STATES * TRIPLE_STATES;
/// The number of features of pieces, which come before those of blocks.
pub const PIECE_FEATURES: usize = WINDOWS * PIECE_STATES;
/// The number of features.
pub const FEATURES: usize = PIECE_FEATURES + BLOCK_WINDOWS * BLOCK_SETS;

/// The number of states of three squares.
const TRIPLE_STATES: usize = 27;
/// The windows of a pair of ranks.
const WINDOW_FILES: usize = 3;
/// The pairs of ranks.
const RANKS: usize = 6;
/// The windows for blocks: as many along files as along ranks.
const BLOCK_WINDOWS: usize = RANKS * RANKS;
/// The number of sets of blocked squares of a window, without the empty one.
const BLOCK_SETS: usize = 15;
const SIDE: usize = Square::SIDE as usize;

/// The active features of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActiveFeatures {
    /// One for the pieces of each window.
    pub pieces: [u16; WINDOWS],
    /// One for each window with blocks.
    pub blocks: Vec<u16>,
}

/// The active features of a position, from the point of view of the side to move.
#[must_use]
pub fn features(position: &Position) -> ActiveFeatures {
    ActiveFeatures {
        pieces: piece_features(position),
        blocks: block_features(position.blocks()).collect(),
    }
}

/// The base-3 digits of the three triples of a rank, in 16 bits each: a 1 for each square.
const TRIPLES: [u64; 128] = {
    let mut triples = [0; 128];
    let mut rank = 0;
    while rank < 128 {
        let mut triple = 0;
        while triple < WINDOW_FILES {
            let bits = rank >> (2 * triple);
            let state = (bits & 1) + 3 * (bits >> 1 & 1) + 9 * (bits >> 2 & 1);
            triples[rank] |= (state as u64) << (16 * triple);
            triple += 1;
        }
        rank += 1;
    }
    triples
};

/// The active feature of the pieces of each window.
#[inline(always)]
#[allow(clippy::inline_always)] // compiled for the instruction set of its caller
pub(super) fn piece_features(position: &Position) -> [u16; WINDOWS] {
    let own = position.pieces(position.turn());
    let opp = position.pieces(!position.turn());
    let rank = |rank| TRIPLES[rank_bits(own, rank)] + 2 * TRIPLES[rank_bits(opp, rank)];
    let mut features = [0; WINDOWS];
    let mut below = rank(0);
    for (number, features) in features.chunks_exact_mut(WINDOW_FILES).enumerate() {
        let above = rank(number + 1);
        let states = below + TRIPLE_STATES as u64 * above;
        for (file, feature) in features.iter_mut().enumerate() {
            #[allow(clippy::cast_possible_truncation)] // 16 bits
            let state = (states >> (16 * file)) as u16;
            *feature = short((number * WINDOW_FILES + file) * PIECE_STATES) + state;
        }
        below = above;
    }
    features
}

/// The active features of blocks.
pub(super) fn block_features(blocks: Bitboard) -> impl Iterator<Item = u16> {
    (0..BLOCK_WINDOWS).filter_map(move |window| {
        let bits = blocks.bits() >> (SIDE * (window / RANKS) + window % RANKS);
        #[allow(clippy::cast_possible_truncation)] // four bits
        let set = (bits & 3 | (bits >> SIDE & 3) << 2) as usize;
        (set > 0).then(|| short(PIECE_FEATURES + window * BLOCK_SETS + set - 1))
    })
}

/// The seven squares of a rank as a number of bits.
#[inline(always)]
#[allow(clippy::inline_always)] // compiled for the instruction set of its caller
pub(in crate::engine) fn rank_bits(set: Bitboard, rank: usize) -> usize {
    #[allow(clippy::cast_possible_truncation)] // seven bits
    let bits = (set.bits() >> (rank * SIDE) & 127) as usize;
    bits
}

#[inline(always)]
#[allow(clippy::inline_always)] // compiled for the instruction set of its caller
fn short(feature: usize) -> u16 {
    const { assert!(FEATURES <= u16::MAX as usize) };
    #[allow(clippy::cast_possible_truncation)] // as asserted
    let short = feature as u16;
    short
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::positions;

    /// The squares of a window of this width, rank by rank.
    fn squares(file: usize, rank: usize, width: usize) -> impl Iterator<Item = Square> {
        let indices = (0..2 * width).map(move |at| SIDE * (rank + at / width) + file + at % width);
        indices.map(|index| Square::from_index(index).expect("windows are on the board"))
    }

    #[test]
    fn each_window_has_the_feature_of_its_squares() {
        let positions = positions(4, 300);
        let blocked = positions.iter().filter(|one| !one.blocks().is_empty());
        assert!(blocked.count() > 50);
        for position in positions {
            let own = position.pieces(position.turn());
            let opp = position.pieces(!position.turn());
            let found = features(&position);
            for (window, feature) in found.pieces.into_iter().enumerate() {
                let state = squares(2 * (window % 3), window / 3, 3)
                    .zip(0..)
                    .map(|(square, place)| {
                        let digit = usize::from(own.contains(square))
                            + 2 * usize::from(opp.contains(square));
                        digit * 3_usize.pow(place)
                    })
                    .sum::<usize>();
                assert_eq!(usize::from(feature), 729 * window + state, "{position}");
            }
            let blocked = (0..36).filter_map(|window| {
                let set = squares(window % 6, window / 6, 2)
                    .zip(0..)
                    .map(|(square, place)| usize::from(position.blocks().contains(square)) << place)
                    .sum::<usize>();
                (set > 0).then(|| 18 * 729 + 15 * window + set - 1)
            });
            let blocked: Vec<usize> = blocked.collect();
            let found: Vec<usize> = found.blocks.into_iter().map(usize::from).collect();
            assert_eq!(found, blocked, "{position}");
        }
    }
}
