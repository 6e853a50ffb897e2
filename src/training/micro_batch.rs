//! Forward and backward passes of the network over a micro-batch.
//!
//! A position uses one row of weights for each window, 9 KiB altogether, and the rows of all
//! windows do not fit the L1 cache. The rows of one window do: so a micro-batch is processed
//! window by window.

use super::sample::Sample;
use super::symmetric_windows::mirrored;
use super::training_set::sigmoid;
use super::weights::{Row, WeightGroups, Weights};
use crate::engine::{FEATURES, HIDDEN, WINDOWS, phase, windows};

/// A micro-batch of positions and the state of its forward pass.
pub(super) struct MicroBatch {
    /// For each window, the feature in each position.
    windows: Vec<[u16; Self::LENGTH]>,
    phases: Vec<usize>,
    hidden: Vec<Row>,
    odds: Vec<f32>,
}

impl MicroBatch {
    /// The maximum number of positions. The state of 256 positions fits the L2 cache; with
    /// 1,024, fitting takes 50 % longer.
    pub const LENGTH: usize = 256;

    pub fn new() -> Self {
        Self {
            windows: vec![[0; Self::LENGTH]; WINDOWS],
            phases: Vec::with_capacity(Self::LENGTH),
            hidden: Vec::with_capacity(Self::LENGTH),
            odds: Vec::with_capacity(Self::LENGTH),
        }
    }

    /// Forward pass: the log-odds of each position in one of the symmetries.
    pub fn forward<'a>(
        &mut self,
        weights: &Weights,
        samples: impl Iterator<Item = (&'a Sample, usize)>,
    ) -> &[f32] {
        self.phases.clear();
        self.hidden.clear();
        self.odds.clear();
        let bias = weights.bias();
        for (at, (sample, symmetry)) in samples.take(Self::LENGTH).enumerate() {
            let position = sample.position();
            let phase = phase(&position);
            let all = mirrored(windows(&position), symmetry);
            for (states, window) in self.windows.iter_mut().zip(all) {
                states[at] = window;
            }
            self.phases.push(phase);
            self.hidden.push(bias);
            self.odds.push(weights.output_bias(phase));
        }
        let rows = weights.rows();
        for states in &self.windows {
            for (hidden, &window) in self.hidden.iter_mut().zip(states) {
                add(hidden, &rows[usize::from(window)]);
            }
            for ((odds, &phase), &window) in self.odds.iter_mut().zip(&self.phases).zip(states) {
                *odds += weights.linear(phase)[usize::from(window)];
            }
        }
        for ((odds, &phase), hidden) in self.odds.iter_mut().zip(&self.phases).zip(&self.hidden) {
            let output = weights.output(phase);
            *odds += hidden
                .iter()
                .zip(output)
                .map(|(value, weight)| {
                    let clipped = value.clamp(0.0, 1.0);
                    clipped * clipped * weight
                })
                .sum::<f32>();
        }
        &self.odds
    }

    /// Backward pass: adds the gradient of the loss for the positions of the last forward
    /// pass.
    pub fn backward(&mut self, weights: &Weights, targets: &[f32], gradient: &mut Weights) {
        let WeightGroups {
            rows,
            bias,
            linear,
            output,
            output_bias,
        } = gradient.groups();
        // From here on `odds` holds the errors, and `hidden` the gradients of the hidden layer.
        for (odds, target) in self.odds.iter_mut().zip(targets) {
            *odds = sigmoid(*odds) - target;
        }
        for ((&error, &phase), hidden) in self.odds.iter().zip(&self.phases).zip(&mut self.hidden) {
            output_bias[phase] += error;
            let weights = weights.output(phase);
            let sums = &mut output[phase];
            for at in 0..HIDDEN {
                let clipped = hidden[at].clamp(0.0, 1.0);
                sums[at] += error * clipped * clipped;
                // The derivative of the clipped square; it is 0 at 0 and beyond 1.
                let slope = if clipped < 1.0 { 2.0 * clipped } else { 0.0 };
                hidden[at] = error * weights[at] * slope;
            }
            for (sum, value) in bias.iter_mut().zip(&*hidden) {
                *sum += value;
            }
        }
        for states in &self.windows {
            for (back, &window) in self.hidden.iter().zip(states) {
                add(&mut rows[usize::from(window)], back);
            }
            for ((&error, &phase), &window) in self.odds.iter().zip(&self.phases).zip(states) {
                linear[phase * FEATURES + usize::from(window)] += error;
            }
        }
    }
}

#[inline]
fn add(sums: &mut Row, values: &Row) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum += value;
    }
}
