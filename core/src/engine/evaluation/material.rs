//! Evaluation by counting pieces.

use super::{Evaluation, Value};
use crate::board::Position;

/// Evaluates a position by its piece difference.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

/// The value of a piece: about 0.1 in the log-odds.
const PIECE: Value = 25;

impl Evaluation for Material {
    #[inline]
    fn value(&self, position: &Position) -> Value {
        let own = position.pieces(position.turn()).count().cast_signed();
        let opp = position.pieces(!position.turn()).count().cast_signed();
        PIECE * (own - opp)
    }

    fn stones(&self, value: Value) -> f64 {
        f64::from(value) / f64::from(PIECE)
    }
}
