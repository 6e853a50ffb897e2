//! Factors of features, for training only.
//!
//! A window of three files by two ranks has 729 states, most of them rare. In training each
//! also has the weights of the states of its two overlapping halves of two files by two ranks,
//! which many states share.

use crate::engine::{FEATURES, PIECE_FEATURES, PIECE_STATES, WINDOWS};

/// The number of states of half a window.
const HALF_STATES: usize = 81;
/// The number of features and factors.
pub(super) const ALL_FEATURES: usize = FEATURES + 2 * WINDOWS * HALF_STATES;

/// The factors of a feature of pieces: its left and right half.
pub(super) fn factors(feature: usize) -> [u16; 2] {
    debug_assert!(feature < PIECE_FEATURES);
    let (window, state) = (feature / PIECE_STATES, feature % PIECE_STATES);
    let (below, above) = (state % 27, state / 27);
    let halves = [below % 9 + 9 * (above % 9), below / 3 + 9 * (above / 3)];
    let factor = |half: usize| FEATURES + (2 * window + half) * HALF_STATES + halves[half];
    [0, 1].map(|half| u16::try_from(factor(half)).unwrap_or(0))
}
