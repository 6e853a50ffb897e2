//! The weights of the network in floating point, in one vector.

use super::factors::{ALL_FEATURES, factors};
use crate::engine::{FEATURES, HIDDEN, PHASES, PIECE_FEATURES};
use std::ops::Range;

/// One number for each hidden value.
pub(super) type Row = [f32; HIDDEN];
/// A part of a row. Rows are stored part by part, because a micro-batch is processed so.
pub(super) type Part = [f32; 64];
/// The number of parts of a row.
pub(super) const PARTS: usize = size_of::<Row>() / size_of::<Part>();

const ROWS: Range<usize> = 0..ALL_FEATURES * HIDDEN;
const BIAS: Range<usize> = after(&ROWS, HIDDEN);
const OUTPUT: Range<usize> = after(&BIAS, PHASES * HIDDEN);
const OUTPUT_BIAS: Range<usize> = after(&OUTPUT, PHASES);

const fn after(group: &Range<usize>, length: usize) -> Range<usize> {
    group.end..group.end + length
}

/// The weights of a network, or a gradient.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Weights(pub Vec<f32>);

/// The groups of weights.
pub(super) struct WeightGroups<'a> {
    /// The weights of each feature in the hidden layer: the first part of each row, then the
    /// second, and so on.
    pub rows: &'a mut [Part],
    /// The bias of the hidden layer.
    pub bias: &'a mut [Part],
    /// The output weights, by phase and part.
    pub output: &'a mut [Part],
    /// The output bias, by phase.
    pub output_bias: &'a mut [f32],
}

impl Weights {
    /// The number of weights.
    pub const LENGTH: usize = OUTPUT_BIAS.end;

    /// The greatest absolute value in each group that the quantised network can hold, where a row
    /// is the sum of three.
    pub const LIMITS: [(Range<usize>, f32); 3] = [
        (ROWS.start..BIAS.end, 1.15),
        (OUTPUT, 1.98),
        (OUTPUT_BIAS, 100.0),
    ];

    pub fn zero() -> Self {
        Self(vec![0.0; Self::LENGTH])
    }

    /// A part of the rows of all features.
    pub fn rows(&self, part: usize) -> &[Part] {
        &self.0[ROWS].as_chunks().0[part * ALL_FEATURES..][..ALL_FEATURES]
    }

    pub fn bias(&self) -> &[Part] {
        self.0[BIAS].as_chunks().0
    }

    /// The weights of the network, row by row: those of factors are added to their features.
    pub fn by_rows(&self) -> Vec<f32> {
        let part_of_row = |feature: usize| (0..PARTS).map(move |part| (part, feature));
        let rows = (0..FEATURES).flat_map(part_of_row);
        let rows = rows.flat_map(|(part, feature)| {
            let rows = self.rows(part);
            let mut row = rows[feature];
            if feature < PIECE_FEATURES {
                for factor in factors(feature) {
                    add(&mut row, &rows[usize::from(factor)], 1.0);
                }
            }
            row
        });
        rows.chain(self.0[ROWS.end..].iter().copied()).collect()
    }

    /// The weights of a network given [row by row](Self::by_rows). A factor gets half the mean of
    /// the rows that it is part of, and each row the rest.
    pub fn from_rows(weights: &[f32]) -> Self {
        let (rows, rest) = weights.split_at(FEATURES * HIDDEN);
        let mut result = Self::zero();
        result.0[ROWS.end..].copy_from_slice(rest);
        let rows = rows.as_chunks::<HIDDEN>().0;
        let mut sharing = vec![0_u16; ALL_FEATURES];
        for factor in (0..PIECE_FEATURES).flat_map(factors) {
            sharing[usize::from(factor)] += 1;
        }
        for part in 0..PARTS {
            let mut parts: Vec<Part> = vec![[0.0; HIDDEN / PARTS]; ALL_FEATURES];
            for (part_of_row, row) in parts.iter_mut().zip(rows) {
                *part_of_row = row.as_chunks().0[part];
            }
            let (features, shared) = parts.split_at_mut(FEATURES);
            let pieces = &mut features[..PIECE_FEATURES];
            for (feature, row) in pieces.iter().enumerate() {
                for factor in factors(feature).map(usize::from) {
                    let share = 0.5 / f32::from(sharing[factor]);
                    add(&mut shared[factor - FEATURES], row, share);
                }
            }
            for (feature, row) in pieces.iter_mut().enumerate() {
                for factor in factors(feature).map(usize::from) {
                    add(row, &shared[factor - FEATURES], -1.0);
                }
            }
            result.0[ROWS].as_chunks_mut().0[part * ALL_FEATURES..][..ALL_FEATURES]
                .copy_from_slice(&parts);
        }
        result
    }

    pub fn output(&self, phase: usize) -> &[Part] {
        self.0[OUTPUT][phase * HIDDEN..][..HIDDEN].as_chunks().0
    }

    pub fn output_bias(&self, phase: usize) -> f32 {
        self.0[OUTPUT_BIAS.start + phase]
    }

    pub fn groups(&mut self) -> WeightGroups<'_> {
        let (rows, rest) = self.0.split_at_mut(ROWS.len());
        let (bias, rest) = rest.split_at_mut(BIAS.len());
        let (output, output_bias) = rest.split_at_mut(OUTPUT.len());
        WeightGroups {
            rows: rows.as_chunks_mut().0,
            bias: bias.as_chunks_mut().0,
            output: output.as_chunks_mut().0,
            output_bias,
        }
    }
}

/// Adds a multiple of a part.
fn add(sum: &mut Part, part: &Part, multiple: f32) {
    for (sum, weight) in sum.iter_mut().zip(part) {
        *sum += multiple * weight;
    }
}
