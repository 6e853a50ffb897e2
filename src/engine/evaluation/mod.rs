//! Static evaluation.

mod material;
mod network;
mod windows;

pub use material::Material;
pub use network::{HIDDEN, InvalidNetwork, Network, PHASES, phase};
pub use windows::{FEATURES, STATES, WINDOWS, windows};

use super::score::Value;
use crate::board::Position;

/// A static evaluation function, for the side to move.
pub trait Evaluation: Sync {
    /// The log-odds of winning, in [`UNITS`](super::UNITS); 0 if both sides are equally
    /// likely to win.
    fn value(&self, position: &Position) -> Value;

    /// The expected piece difference at the end of the game.
    fn stones(&self, value: Value) -> f64;
}
