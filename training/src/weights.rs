//! The weights of the network in floating point, and the factors that many of them share in training.

use ataxx_core::engine::{FEATURES, HIDDEN, PHASES, PIECE_FEATURES, PIECE_STATES, WINDOWS};
use std::ops::Range;

/// Some of the hidden values, or a weight for each of them. The parts of the hidden layer are
/// fitted in parallel.
pub(super) type Part = [f32; WIDTH];
pub(super) const ZERO: Part = [0.0; WIDTH];
/// The number of hidden values of a part.
const WIDTH: usize = 64;
/// The number of parts of the hidden layer.
pub(super) const PARTS: usize = HIDDEN / WIDTH;

const ROWS: usize = FEATURES + 1 + PHASES;
const BIAS: usize = FEATURES;
const OUTPUT: usize = BIAS + 1;

/// The weights of one part of the hidden layer, or their gradient: a row for each feature, then
/// the bias, then the output weights of each phase.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PartWeights(pub Vec<Part>);

impl PartWeights {
    /// The greatest absolute value in each group of rows that the quantised network can hold.
    pub const LIMITS: [(Range<usize>, f32); 3] = [
        (0..PIECE_FEATURES, 3.45),
        (PIECE_FEATURES..OUTPUT, 1.72),
        (OUTPUT..ROWS, 1.98),
    ];

    pub fn zero() -> Self {
        Self(vec![ZERO; ROWS])
    }

    pub fn bias(&self) -> &Part {
        &self.0[BIAS]
    }

    pub fn bias_mut(&mut self) -> &mut Part {
        &mut self.0[BIAS]
    }

    pub fn output(&self, phase: usize) -> &Part {
        &self.0[OUTPUT + phase]
    }

    pub fn output_mut(&mut self, phase: usize) -> &mut Part {
        &mut self.0[OUTPUT + phase]
    }
}

/// The weights of a network.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Weights {
    pub parts: Vec<PartWeights>,
    /// The output bias, by phase.
    pub output_bias: [f32; PHASES],
}

impl Weights {
    /// The weights in the order of the network: whole rows, then the output bias.
    pub fn by_rows(&self) -> Vec<f32> {
        let row = |row: usize| self.parts.iter().flat_map(move |part| part.0[row]);
        let rows = (0..ROWS).flat_map(row);
        rows.chain(self.output_bias).collect()
    }

    /// The weights of a network given [row by row](Self::by_rows).
    ///
    /// # Panics
    ///
    /// If their number is wrong.
    pub fn from_rows(weights: &[f32]) -> Self {
        let (rows, output_bias) = weights.split_last_chunk().expect("a bias for each phase");
        let (rows, rest) = rows.as_chunks::<HIDDEN>();
        assert!(rows.len() == ROWS && rest.is_empty(), "all rows");
        let part = |part: usize| rows.iter().map(move |row| row.as_chunks().0[part]);
        Self {
            parts: (0..PARTS)
                .map(|at| PartWeights(part(at).collect()))
                .collect(),
            output_bias: *output_bias,
        }
    }
}

/// Adds a part to another.
#[inline(always)]
#[allow(clippy::inline_always)] // must take on the instruction set of its caller
pub(super) fn add(sums: &mut Part, values: &Part) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum += value;
    }
}

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
