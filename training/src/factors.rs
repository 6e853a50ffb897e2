//! Factors of features, for training only.
//!
//! A window of three files by two ranks has 729 states, most of them rare. In training the
//! weights of a state are the sum of its own and of those of its two overlapping halves of two
//! files by two ranks, which many states share. Only the sum is kept: a change of a half is added
//! to all states that share it.

use ataxx_core::engine::{PIECE_FEATURES, PIECE_STATES, WINDOWS};

/// The number of states of half a window.
const HALF_STATES: usize = 81;
/// The number of factors.
pub(super) const FACTORS: usize = 2 * WINDOWS * HALF_STATES;

/// The factors of each feature of pieces: its left and right half.
pub(super) fn factors() -> impl Iterator<Item = [usize; 2]> {
    (0..PIECE_FEATURES).map(|feature| {
        let (window, state) = (feature / PIECE_STATES, feature % PIECE_STATES);
        let (below, above) = (state % 27, state / 27);
        let halves = [below % 9 + 9 * (above % 9), below / 3 + 9 * (above / 3)];
        [0, 1].map(|half| (2 * window + half) * HALF_STATES + halves[half])
    })
}
