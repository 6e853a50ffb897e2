//! What a position is worth to the side to move.

use super::evaluation::Evaluation;
use crate::board::Position;

/// A value from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Score {
    /// The expected difference in pieces at the end, own minus the other's.
    Stones(f64),
    /// A forced win in so many plies.
    Win(u32),
    /// A forced loss in so many plies.
    Loss(u32),
}

/// A value inside the search: in [`UNITS`], or beyond `DECIDED` a win, the nearer the
/// greater.
pub type Value = i32;

/// One in the logarithm of the odds to win.
pub const UNITS: Value = 256;
/// A win at the root itself; one so many plies away is worth so much less.
pub(super) const WIN: Value = 32_000;
/// Values beyond this (or below its negative) are forced wins (or losses).
pub(super) const DECIDED: Value = 30_000;
/// The greatest value of what is not decided, whatever an evaluation says: a bonus on top
/// of it decides nothing.
const UNDECIDED: Value = 29_000;
/// What is greater than any value.
pub(super) const INFINITE: Value = 32_001;

/// What a position looks like that is not decided.
#[inline]
pub(super) fn look(position: &Position, evaluation: &dyn Evaluation) -> Value {
    evaluation.value(position).clamp(-UNDECIDED, UNDECIDED)
}

impl Score {
    pub(super) fn of(value: Value, evaluation: &dyn Evaluation) -> Self {
        let plies = || WIN.abs_diff(value.abs());
        if value > DECIDED {
            Self::Win(plies())
        } else if value < -DECIDED {
            Self::Loss(plies())
        } else {
            Self::Stones(evaluation.stones(value))
        }
    }
}
