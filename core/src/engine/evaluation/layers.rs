//! The layers of the network, and its fixed-point numbers.

use super::{UNITS, Value};
use crate::board::Position;

/// The size of the hidden layer.
pub const HIDDEN: usize = 256;
/// The number of game phases, distinguished by the number of empty squares.
pub const PHASES: usize = 6;

/// The fixed-point 1 of the hidden layer, where values are clipped.
pub(super) const ONE: i16 = 255;
/// The fixed-point 1 of the output weights.
pub(super) const OUTPUT_ONE: i16 = 64;
/// The greatest output weight: its product with `ONE` fits 16 bits.
pub(super) const MAX_OUTPUT: i16 = 127;
/// The fixed-point 1 of the output bias, in units.
pub(super) const BIAS_ONE: i16 = 16;

// The weighted sum of the hidden layer fits 32 bits.
const _: () =
    assert!(HIDDEN < i32::MAX as usize / (ONE as usize * ONE as usize * MAX_OUTPUT as usize));

/// One number for each hidden value, aligned to a cache line.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub(super) struct Row(pub [i16; HIDDEN]);

impl Row {
    /// Adds up rows.
    pub fn plus(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|at| {
            self.0[at].wrapping_add(other.0[at])
        }))
    }
}

/// The output layer.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct OutputLayer {
    /// The weights, by phase.
    pub weights: [Row; PHASES],
    /// The bias, by phase.
    pub bias: [i32; PHASES],
    /// The expected final piece difference per 1 of log-odds, near 0, in hundredths.
    pub slope: i32,
}

/// The phase of a position, by its empty squares; 0 at the end of the game.
#[must_use]
#[inline]
pub fn phase(position: &Position) -> usize {
    (position.empty().count() as usize * PHASES / 46).min(PHASES - 1)
}

impl OutputLayer {
    /// The value in a phase, from the weighted sum of the hidden layer.
    #[inline]
    pub fn value(&self, sum: i32, phase: usize) -> Value {
        const SUM_ONE: i64 = (ONE as i64).pow(2) * OUTPUT_ONE as i64;
        const DIVISOR: i64 = SUM_ONE * BIAS_ONE as i64;
        let sum = i64::from(sum) * i64::from(UNITS) * i64::from(BIAS_ONE);
        let bias = i64::from(self.bias[phase]) * SUM_ONE;
        #[allow(clippy::cast_possible_truncation)] // both terms are less than 2^31 units
        let value = (sum + bias + DIVISOR / 2).div_euclid(DIVISOR) as Value;
        value
    }

    /// The weighted sum of the hidden layer, squared and clipped.
    pub fn sum(hidden: &Row, weights: &Row) -> i32 {
        let products = hidden.0.iter().zip(&weights.0).map(|(&value, &weight)| {
            let clipped = value.clamp(0, ONE);
            // The product fits 16 bits, as weights are at most `MAX_OUTPUT`.
            i32::from(clipped.wrapping_mul(weight)) * i32::from(clipped)
        });
        products.sum()
    }

    /// The expected piece difference at the end of the game.
    pub fn stones(&self, value: Value) -> f64 {
        let odds = f64::from(value) / f64::from(UNITS);
        let slope = f64::from(self.slope) / 100.0;
        49.0 * (odds * slope / 49.0).tanh()
    }
}
