//! The weights of the network in floating point, in one vector.

use crate::engine::{FEATURES, HIDDEN, PHASES};
use std::ops::Range;

/// One number for each hidden value.
pub(super) type Row = [f32; HIDDEN];

const ROWS: Range<usize> = 0..FEATURES * HIDDEN;
const BIAS: Range<usize> = after(&ROWS, HIDDEN);
const LINEAR: Range<usize> = after(&BIAS, PHASES * FEATURES);
const OUTPUT: Range<usize> = after(&LINEAR, PHASES * HIDDEN);
const OUTPUT_BIAS: Range<usize> = after(&OUTPUT, PHASES);

const fn after(group: &Range<usize>, length: usize) -> Range<usize> {
    group.end..group.end + length
}

/// The weights of a network, or a gradient.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Weights(pub Vec<f32>);

/// The groups of weights.
pub(super) struct WeightGroups<'a> {
    /// The weights of each feature in the hidden layer.
    pub rows: &'a mut [Row],
    /// The bias of the hidden layer.
    pub bias: &'a mut [f32],
    /// The linear weight of each feature, by phase.
    pub linear: &'a mut [f32],
    /// The output weights, by phase.
    pub output: &'a mut [Row],
    /// The output bias, by phase.
    pub output_bias: &'a mut [f32],
}

impl Weights {
    /// The number of weights.
    pub const LENGTH: usize = OUTPUT_BIAS.end;

    /// The greatest absolute value in each group that the quantised network can hold.
    pub const LIMITS: [(Range<usize>, f32); 4] = [
        (ROWS.start..BIAS.end, 3.4),
        (LINEAR, 7.9),
        (OUTPUT, 1.98),
        (OUTPUT_BIAS, 100.0),
    ];

    pub fn zero() -> Self {
        Self(vec![0.0; Self::LENGTH])
    }

    pub fn rows(&self) -> &[Row] {
        self.0[ROWS].as_chunks().0
    }

    pub fn bias(&self) -> Row {
        self.0[BIAS].try_into().expect("as long as a row")
    }

    /// The linear weights of a phase.
    pub fn linear(&self, phase: usize) -> &[f32] {
        &self.0[LINEAR.start + phase * FEATURES..][..FEATURES]
    }

    pub fn output(&self, phase: usize) -> &Row {
        &self.0[OUTPUT].as_chunks().0[phase]
    }

    pub fn output_bias(&self, phase: usize) -> f32 {
        self.0[OUTPUT_BIAS.start + phase]
    }

    pub fn groups(&mut self) -> WeightGroups<'_> {
        let (rows, rest) = self.0.split_at_mut(ROWS.len());
        let (bias, rest) = rest.split_at_mut(BIAS.len());
        let (linear, rest) = rest.split_at_mut(LINEAR.len());
        let (output, output_bias) = rest.split_at_mut(OUTPUT.len());
        WeightGroups {
            rows: rows.as_chunks_mut().0,
            bias,
            linear,
            output: output.as_chunks_mut().0,
            output_bias,
        }
    }
}
