//! Forward and backward passes of the network over a micro-batch.
//!
//! The rows of all windows do not fit the L2 cache; a part of the rows of a few windows does. So a
//! micro-batch is processed part by part of the hidden layer, and a few windows at a time.

use super::weights::{Part, PartWeights, add};
use ataxx_core::board::Position;
use ataxx_core::engine::{WINDOWS, features, phase};
use ataxx_core::processor::Processor;

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

    /// # Panics
    ///
    /// If there are too many positions.
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

    // With AVX2 or without, results are the same to the last bit.

    /// Forward pass of one part of the hidden layer: computes its values, before they are
    /// clipped, and adds what it contributes to the log-odds.
    pub fn forward(&self, weights: &PartWeights, hidden: &mut [Part], odds: &mut [f32]) {
        #[cfg(target_arch = "x86_64")]
        if self.processor.has_avx2() {
            #[allow(unsafe_code)] // measured in docs/PERFORMANCE.md
            // SAFETY: the processor has these instructions.
            return unsafe { self.forward_avx2(weights, hidden, odds) };
        }
        self.forward_here(weights, hidden, odds);
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
        self.backward_here(weights, errors, hidden, gradient);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn forward_avx2(&self, weights: &PartWeights, hidden: &mut [Part], odds: &mut [f32]) {
        self.forward_here(weights, hidden, odds);
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
        self.backward_here(weights, errors, hidden, gradient);
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // must take on the instruction set of its caller
    fn forward_here(&self, weights: &PartWeights, hidden: &mut [Part], odds: &mut [f32]) {
        hidden.fill(*weights.bias());
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
            *odds += output(hidden, weights.output(phase));
        }
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // must take on the instruction set of its caller
    fn backward_here(
        &self,
        weights: &PartWeights,
        errors: &[f32],
        hidden: &mut [Part],
        gradient: &mut PartWeights,
    ) {
        for ((&error, &phase), hidden) in errors.iter().zip(&self.phases).zip(&mut *hidden) {
            let sums = gradient.output_mut(phase);
            for ((hidden, weight), sum) in hidden.iter_mut().zip(weights.output(phase)).zip(sums) {
                let clipped = hidden.clamp(0.0, 1.0);
                *sum += error * clipped * clipped;
                // The derivative of the clipped square; it is 0 at 0 and beyond 1.
                let slope = if clipped < 1.0 { 2.0 * clipped } else { 0.0 };
                *hidden = error * weight * slope;
            }
            add(gradient.bias_mut(), hidden);
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
