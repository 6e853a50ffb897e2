//! Static evaluation.

mod material;
mod network;
mod windows;

pub use material::Material;
pub use network::{HIDDEN, InvalidNetwork, Network, PHASES, phase};
pub use windows::{FEATURES, STATES, WINDOWS, windows};

use crate::board::Position;

/// A value of a position, in [`UNITS`]. Values beyond those of evaluations are forced wins,
/// greater if nearer.
pub type Value = i32;

/// A value of 1 in the log-odds of winning.
pub const UNITS: Value = 256;

/// A static evaluation function, for the side to move.
pub trait Evaluation: Sync {
    /// The log-odds of winning, in [`UNITS`]; 0 if both sides are equally
    /// likely to win.
    fn value(&self, position: &Position) -> Value;

    /// The expected piece difference at the end of the game.
    fn stones(&self, value: Value) -> f64;
}
