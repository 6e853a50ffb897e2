//! Values and scores of positions.

use super::evaluation::{Evaluation, Value};
use crate::board::Position;

/// The score of a position, from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Score {
    /// The expected piece difference at the end of the game, own minus the other side's.
    Stones(f64),
    /// A forced win in this many plies.
    Win(u32),
    /// A forced loss in this many plies.
    Loss(u32),
}

/// The value of a win at the root. A win n plies away is worth n less.
pub(super) const WIN: Value = 32_000;
/// Values above this are forced wins, values below its negative forced losses.
pub(super) const DECIDED: Value = 30_000;
/// The greatest value of an evaluation. It leaves room for a bonus below `DECIDED`.
const UNDECIDED: Value = 29_000;
/// A bound above all values.
pub(super) const INFINITE: Value = 32_001;

/// The static evaluation of a position, clamped below the range of decided values.
#[inline]
pub(super) fn static_value(position: &Position, evaluation: &dyn Evaluation) -> Value {
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
