//! The layers of the network in floating point: their weights, the factors that many weights share
//! in training, and the forward and backward passes over a micro-batch of positions.
//!
//! The rows of all windows do not fit the L2 cache; a part of the rows of a few windows does. So a
//! micro-batch is processed part by part of the hidden layer, and a few windows at a time.

use ataxx_core::board::Position;
use ataxx_core::engine::{
    FEATURES, HIDDEN, PHASES, PIECE_FEATURES, PIECE_STATES, WINDOWS, features, phase,
};
use ataxx_core::internal::Processor;
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
#[allow(clippy::inline_always)] // compiled for the instruction set of its caller
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

/// The number of windows whose rows are added to a hidden value at a time.
const GROUP: usize = 3;
const _: () = assert!(WINDOWS.is_multiple_of(GROUP), "all windows");

/// The features of some positions.
pub(super) struct MicroBatch {
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code))]
    processor: Processor,
    /// For each group of windows, the features of its pieces in each position.
    windows: Vec<[[u16; GROUP]; Self::LENGTH]>,
    /// The features of blocks, each with the number of its position.
    blocks: Vec<(u16, usize)>,
    phases: Vec<usize>,
}

impl MicroBatch {
    /// The maximum number of positions.
    pub const LENGTH: usize = 256;

    pub fn new(positions: impl Iterator<Item = Position>) -> Self {
        let mut batch = Self {
            processor: Processor::detect(),
            windows: vec![[[0; GROUP]; Self::LENGTH]; WINDOWS / GROUP],
            blocks: Vec::new(),
            phases: Vec::with_capacity(Self::LENGTH),
        };
        for (at, position) in positions.enumerate() {
            let active = features(&position);
            let groups = active.pieces.as_chunks().0;
            for (windows, &features) in batch.windows.iter_mut().zip(groups) {
                windows[at] = features;
            }
            let blocks = active.blocks.into_iter();
            batch.blocks.extend(blocks.map(|feature| (feature, at)));
            batch.phases.push(phase(&position));
        }
        batch
    }

    /// The phase of each position.
    pub fn phases(&self) -> &[usize] {
        &self.phases
    }

    // Results are the same to the last bit with AVX2 and without.

    /// Forward pass of one part of the hidden layer: computes its values, before they are
    /// clipped, and adds what it contributes to the log-odds.
    pub fn forward(&self, weights: &PartWeights, hidden: &mut [Part], odds: &mut [f32]) {
        #[cfg(target_arch = "x86_64")]
        if self.processor.has_avx2() {
            #[allow(unsafe_code)] // measured in docs/PERFORMANCE.md
            // SAFETY: the processor has these instructions.
            return unsafe { self.forward_avx2(weights, hidden, odds) };
        }
        self.forward_portable(weights, hidden, odds);
    }

    /// Backward pass of one part of the hidden layer: adds the gradient of the loss. `errors` are
    /// the derivatives of the loss with respect to the log-odds. The hidden values are replaced
    /// by the derivatives with respect to them.
    pub fn backward(
        &self,
        weights: &PartWeights,
        errors: &[f32],
        hidden: &mut [Part],
        gradient: &mut PartWeights,
    ) {
        #[cfg(target_arch = "x86_64")]
        if self.processor.has_avx2() {
            #[allow(unsafe_code)] // measured in docs/PERFORMANCE.md
            // SAFETY: the processor has these instructions.
            return unsafe { self.backward_avx2(weights, errors, hidden, gradient) };
        }
        self.backward_portable(weights, errors, hidden, gradient);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn forward_avx2(&self, weights: &PartWeights, hidden: &mut [Part], odds: &mut [f32]) {
        self.forward_portable(weights, hidden, odds);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn backward_avx2(
        &self,
        weights: &PartWeights,
        errors: &[f32],
        hidden: &mut [Part],
        gradient: &mut PartWeights,
    ) {
        self.backward_portable(weights, errors, hidden, gradient);
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // compiled for the instruction set of its caller
    fn forward_portable(&self, weights: &PartWeights, hidden: &mut [Part], odds: &mut [f32]) {
        hidden.fill(weights.0[BIAS]);
        for windows in &self.windows {
            for (hidden, features) in hidden.iter_mut().zip(windows) {
                let mut sum = *hidden;
                for &feature in features {
                    add(&mut sum, &weights.0[usize::from(feature)]);
                }
                *hidden = sum;
            }
        }
        for &(feature, at) in &self.blocks {
            add(&mut hidden[at], &weights.0[usize::from(feature)]);
        }
        for ((odds, &phase), hidden) in odds.iter_mut().zip(&self.phases).zip(hidden) {
            *odds += output(hidden, &weights.0[OUTPUT + phase]);
        }
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // compiled for the instruction set of its caller
    fn backward_portable(
        &self,
        weights: &PartWeights,
        errors: &[f32],
        hidden: &mut [Part],
        gradient: &mut PartWeights,
    ) {
        for ((&error, &phase), hidden) in errors.iter().zip(&self.phases).zip(&mut *hidden) {
            let row = OUTPUT + phase;
            let sums = &mut gradient.0[row];
            for ((hidden, weight), sum) in hidden.iter_mut().zip(&weights.0[row]).zip(sums) {
                let clipped = hidden.clamp(0.0, 1.0);
                *sum += error * clipped * clipped;
                // The derivative of the clipped square; it is 0 at 0 and beyond 1.
                let slope = if clipped < 1.0 { 2.0 * clipped } else { 0.0 };
                *hidden = error * weight * slope;
            }
            add(&mut gradient.0[BIAS], hidden);
        }
        for windows in &self.windows {
            for (hidden, features) in hidden.iter().zip(windows) {
                let hidden = *hidden;
                for &feature in features {
                    add(&mut gradient.0[usize::from(feature)], &hidden);
                }
            }
        }
        for &(feature, at) in &self.blocks {
            add(&mut gradient.0[usize::from(feature)], &hidden[at]);
        }
    }
}

/// The output of a part of the hidden layer, in several sums: their order is part of the result.
#[inline(always)]
#[allow(clippy::inline_always)] // compiled for the instruction set of its caller
fn output(hidden: &Part, weights: &Part) -> f32 {
    const LANES: usize = 16;
    let mut sums = [0.0; LANES];
    let (hidden, weights) = (
        hidden.as_chunks::<LANES>().0,
        weights.as_chunks::<LANES>().0,
    );
    for (hidden, weights) in hidden.iter().zip(weights) {
        for at in 0..LANES {
            let clipped = hidden[at].clamp(0.0, 1.0);
            sums[at] += clipped * clipped * weights[at];
        }
    }
    sums.iter().sum()
}
