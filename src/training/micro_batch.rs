//! Forward and backward passes of the network over a micro-batch.
//!
//! The rows of all windows do not fit the L1 cache; a part of the rows of one window does. So a
//! micro-batch is processed part by part of the hidden layer, and window by window.

use super::factors::{ALL_FEATURES, factors};
use super::sample::Sample;
use super::training_set::sigmoid;
use super::weights::{PARTS, Part, WeightGroups, Weights};
use crate::board::Symmetry;
use crate::engine::{WINDOWS, features, phase};
use crate::processor::Processor;

/// A micro-batch of positions and the state of its forward pass.
pub(super) struct MicroBatch {
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code))]
    processor: Processor,
    symmetries: Vec<Symmetry>,
    /// For each window and its halves, the feature or factor of its pieces in each position.
    windows: Vec<[u16; Self::LENGTH]>,
    /// The features of blocks, each with the number of its position.
    blocks: Vec<(u16, usize)>,
    phases: Vec<usize>,
    /// For each part of the hidden layer, that of each position.
    hidden: [Vec<Part>; PARTS],
    odds: Vec<f32>,
}

impl MicroBatch {
    /// The maximum number of positions.
    pub const LENGTH: usize = 256;

    pub fn new() -> Self {
        Self {
            processor: Processor::detect(),
            symmetries: Symmetry::all().collect(),
            windows: vec![[0; Self::LENGTH]; 3 * WINDOWS],
            blocks: Vec::new(),
            phases: Vec::with_capacity(Self::LENGTH),
            hidden: [const { Vec::new() }; PARTS],
            odds: Vec::with_capacity(Self::LENGTH),
        }
    }

    /// Forward pass: the log-odds of each position in one of the symmetries.
    pub fn forward<'a>(
        &mut self,
        weights: &Weights,
        samples: impl Iterator<Item = (&'a Sample, usize)>,
    ) -> &[f32] {
        self.blocks.clear();
        self.phases.clear();
        self.odds.clear();
        for (at, (sample, symmetry)) in samples.take(Self::LENGTH).enumerate() {
            let position = self.symmetries[symmetry].position(&sample.position());
            let active = features(&position);
            for (windows, feature) in self.windows.chunks_exact_mut(3).zip(active.pieces) {
                let [left, right] = factors(feature.into());
                for (features, feature) in windows.iter_mut().zip([feature, left, right]) {
                    features[at] = feature;
                }
            }
            let blocks = active.blocks.into_iter();
            self.blocks.extend(blocks.map(|feature| (feature, at)));
            self.phases.push(phase(&position));
        }
        self.forward_pass(weights);
        &self.odds
    }

    // The instructions change no result.

    fn forward_pass(&mut self, weights: &Weights) {
        #[cfg(target_arch = "x86_64")]
        if self.processor.has_avx2() {
            #[allow(unsafe_code)] // measured in docs/PERFORMANCE.md
            // SAFETY: the processor has these instructions.
            return unsafe { self.forward_avx2(weights) };
        }
        self.forward_here(weights);
    }

    /// Backward pass: adds the gradient of the loss for the positions of the last forward
    /// pass.
    pub fn backward(&mut self, weights: &Weights, targets: &[f32], gradient: &mut Weights) {
        #[cfg(target_arch = "x86_64")]
        if self.processor.has_avx2() {
            #[allow(unsafe_code)] // measured in docs/PERFORMANCE.md
            // SAFETY: the processor has these instructions.
            return unsafe { self.backward_avx2(weights, targets, gradient.groups()) };
        }
        self.backward_here(weights, targets, gradient.groups());
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn forward_avx2(&mut self, weights: &Weights) {
        self.forward_here(weights);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn backward_avx2(&mut self, weights: &Weights, targets: &[f32], gradient: WeightGroups) {
        self.backward_here(weights, targets, gradient);
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // must take on the instruction set of its caller
    fn forward_here(&mut self, weights: &Weights) {
        let odds = self.phases.iter().map(|&phase| weights.output_bias(phase));
        self.odds.extend(odds);
        for (part, hidden) in self.hidden.iter_mut().enumerate() {
            hidden.clear();
            hidden.resize(self.phases.len(), weights.bias()[part]);
            let rows = weights.rows(part);
            for features in &self.windows {
                for (hidden, &feature) in hidden.iter_mut().zip(features) {
                    add(hidden, &rows[usize::from(feature)]);
                }
            }
            for &(feature, at) in &self.blocks {
                add(&mut hidden[at], &rows[usize::from(feature)]);
            }
            for ((odds, &phase), hidden) in self.odds.iter_mut().zip(&self.phases).zip(hidden) {
                *odds += output(hidden, &weights.output(phase)[part]);
            }
        }
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // must take on the instruction set of its caller
    fn backward_here(&mut self, weights: &Weights, targets: &[f32], gradient: WeightGroups) {
        let WeightGroups {
            rows,
            bias,
            output,
            output_bias,
        } = gradient;
        // From here on `odds` holds the errors, and `hidden` the gradients of the hidden layer.
        for (odds, target) in self.odds.iter_mut().zip(targets) {
            *odds = sigmoid(*odds) - target;
        }
        for (&error, &phase) in self.odds.iter().zip(&self.phases) {
            output_bias[phase] += error;
        }
        for (part, hidden) in self.hidden.iter_mut().enumerate() {
            for ((&error, &phase), hidden) in self.odds.iter().zip(&self.phases).zip(&mut *hidden) {
                let weights = &weights.output(phase)[part];
                let sums = &mut output[phase * PARTS + part];
                for ((hidden, weight), sum) in hidden.iter_mut().zip(weights).zip(sums) {
                    let clipped = hidden.clamp(0.0, 1.0);
                    *sum += error * clipped * clipped;
                    // The derivative of the clipped square; it is 0 at 0 and beyond 1.
                    let slope = if clipped < 1.0 { 2.0 * clipped } else { 0.0 };
                    *hidden = error * weight * slope;
                }
                add(&mut bias[part], hidden);
            }
            let rows = &mut rows[part * ALL_FEATURES..][..ALL_FEATURES];
            for features in &self.windows {
                for (back, &feature) in hidden.iter().zip(features) {
                    add(&mut rows[usize::from(feature)], back);
                }
            }
            for &(feature, at) in &self.blocks {
                add(&mut rows[usize::from(feature)], &hidden[at]);
            }
        }
    }
}

#[inline(always)]
#[allow(clippy::inline_always)] // must take on the instruction set of its caller
fn add(sums: &mut Part, values: &Part) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum += value;
    }
}

/// The output of a part of the hidden layer, in several sums: their order is part of the result.
#[inline(always)]
#[allow(clippy::inline_always)] // must take on the instruction set of its caller
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
