//! Static evaluation.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod compiled;
mod features;
mod layers;
mod material;
mod network;

pub(in crate::engine) use features::rank_bits;
pub use features::{ActiveFeatures, FEATURES, PIECE_FEATURES, PIECE_STATES, WINDOWS, features};
pub use layers::{HIDDEN, PHASES, phase};
pub use material::Material;
pub use network::{InvalidNetwork, Network};

use crate::board::{Bitboard, Position};
use std::sync::Arc;

/// A value of a position, in [`UNITS`]. Values beyond those of evaluations are forced wins,
/// greater if nearer.
pub type Value = i32;

/// A value of 1 in the log-odds of winning.
pub const UNITS: Value = 256;

/// A static evaluation function, for the side to move.
pub trait Evaluation: Send + Sync {
    /// The log-odds of winning, in [`UNITS`]; 0 if both sides are equally
    /// likely to win.
    fn value(&self, position: &Position) -> Value;

    /// The expected piece difference at the end of the game.
    fn stones(&self, value: Value) -> f64;

    /// A faster evaluation with the same values for positions with these blocks alone, which
    /// takes some milliseconds to prepare. `None` if there is no faster one.
    fn for_blocks(&self, _blocks: Bitboard) -> Option<Arc<dyn Evaluation>> {
        None
    }
}
