//! What a position is worth that is not decided.

mod material;
mod network;
mod windows;

pub use material::Material;
pub use network::{HIDDEN, InvalidNetwork, Network, PHASES, phase};
pub use windows::{FEATURES, STATES, WINDOWS, windows};

use super::score::Value;
use crate::board::Position;

/// Says what a position is worth to its side to move, by looking at it.
pub trait Evaluation: Sync {
    /// The value, in [`UNITS`](super::UNITS) to the logarithm of the odds to win: at 0
    /// both sides are as likely to.
    fn value(&self, position: &Position) -> Value;

    /// The difference in pieces that is to be expected at the end of the game.
    fn stones(&self, value: Value) -> f64;
}
