//! Fitting the weights of a network.
//!
//! The network is the one the player uses, in floating point. The loss is the cross
//! entropy between what the network says the odds are and a mixture of what the search
//! said and how the game ended; the weights follow its gradient by Adam (Kingma and Ba,
//! 'Adam: a method for stochastic optimization', 2015). Positions are shown in any of
//! the eight symmetries of the square, in a random order.
//!
//! Everything is added up in an order that does not depend on the number of threads, so
//! the same samples and seed give the same network.

use super::mirror::mirrored;
use super::samples::Sample;
use crate::ai::{FEATURES, HIDDEN, Network, PHASES, UNITS, WINDOWS, phase, windows};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;

/// How to fit.
#[derive(Clone, Copy, Debug)]
pub struct Fit {
    /// How often each sample is shown.
    pub epochs: u32,
    /// How much the end of the game counts against what the search said, from 0 to 1.
    pub result: f32,
    /// How fast the weights move at the beginning.
    pub rate: f32,
    /// What the order of samples and the first weights come from.
    pub seed: u64,
}

/// How many samples are shown before the weights move.
const BATCH: usize = 16_384;
/// Into how many parts a batch is cut, for the threads.
const PARTS: usize = 4;

const ROWS: usize = FEATURES * HIDDEN;
const BIAS: usize = ROWS;
const LINEAR: usize = BIAS + HIDDEN;
const OUTPUT: usize = LINEAR + PHASES * FEATURES;
const OUTPUT_BIAS: usize = OUTPUT + PHASES * HIDDEN;
const LENGTH: usize = OUTPUT_BIAS + PHASES;

/// A network whose weights are being fitted.
#[derive(Clone, Debug)]
pub struct Model {
    /// All of them, one group behind the other.
    weights: Vec<f32>,
    /// Averages of the gradient and of its square.
    first: Vec<f32>,
    second: Vec<f32>,
    steps: i32,
}

/// What a position looks like to the network.
struct Seen {
    windows: [u16; WINDOWS],
    phase: usize,
    hidden: [f32; HIDDEN],
    /// The logarithm of the odds.
    odds: f32,
}

fn sigmoid(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

impl Model {
    /// Weights to begin with.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut uniform = |width: f32| {
            #[allow(clippy::cast_precision_loss)]
            let unit = (random.next_u32() >> 8) as f32 / (1 << 23) as f32 - 1.0;
            unit * width
        };
        let mut weights = vec![0.0; LENGTH];
        weights[..ROWS].fill_with(|| uniform(0.08));
        weights[BIAS..LINEAR].fill_with(|| 0.25 + uniform(0.1));
        weights[OUTPUT..OUTPUT_BIAS].fill_with(|| uniform(0.2));
        Self {
            weights,
            first: vec![0.0; LENGTH],
            second: vec![0.0; LENGTH],
            steps: 0,
        }
    }

    fn see(&self, sample: &Sample, symmetry: usize) -> Seen {
        let position = sample.position();
        let windows = mirrored(windows(&position), symmetry);
        let phase = phase(&position);
        let mut hidden: [f32; HIDDEN] = self.weights[BIAS..LINEAR].try_into().expect("as long");
        let mut odds = self.weights[OUTPUT_BIAS + phase];
        for &window in &windows {
            let window = usize::from(window);
            let row = &self.weights[window * HIDDEN..][..HIDDEN];
            for (value, weight) in hidden.iter_mut().zip(row) {
                *value += weight;
            }
            odds += self.weights[LINEAR + phase * FEATURES + window];
        }
        let output = &self.weights[OUTPUT + phase * HIDDEN..][..HIDDEN];
        for (value, weight) in hidden.iter().zip(output) {
            let clipped = value.clamp(0.0, 1.0);
            odds += clipped * clipped * weight;
        }
        Seen {
            windows,
            phase,
            hidden,
            odds,
        }
    }

    /// Adds the gradient of a sample.
    fn learn(&self, seen: &Seen, target: f32, gradient: &mut [f32]) {
        let Seen { windows, phase, .. } = seen;
        let error = sigmoid(seen.odds) - target;
        gradient[OUTPUT_BIAS + phase] += error;
        let mut back = [0.0; HIDDEN];
        for at in 0..HIDDEN {
            let clipped = seen.hidden[at].clamp(0.0, 1.0);
            let weight = OUTPUT + phase * HIDDEN + at;
            gradient[weight] += error * clipped * clipped;
            if clipped > 0.0 && clipped < 1.0 {
                back[at] = error * self.weights[weight] * 2.0 * clipped;
            }
        }
        for (sum, value) in gradient[BIAS..LINEAR].iter_mut().zip(&back) {
            *sum += value;
        }
        for &window in windows {
            let window = usize::from(window);
            gradient[LINEAR + phase * FEATURES + window] += error;
            let row = &mut gradient[window * HIDDEN..][..HIDDEN];
            for (sum, value) in row.iter_mut().zip(&back) {
                *sum += value;
            }
        }
    }

    /// Fits to samples. `see` gets to see the loss of each batch.
    pub fn fit(&mut self, samples: &[Sample], fit: &Fit, see: &mut dyn FnMut(f32)) {
        let mut random = ChaCha8Rng::seed_from_u64(fit.seed);
        let mut order: Vec<u32> = (0..u32::try_from(samples.len()).unwrap_or(u32::MAX)).collect();
        let batches = samples.len().div_ceil(BATCH) * fit.epochs as usize;
        let mut gradients = vec![vec![0.0; LENGTH]; PARTS];
        let mut done = 0;
        for _ in 0..fit.epochs {
            for last in (1..order.len()).rev() {
                let other = random.next_u64() % (last as u64 + 1);
                order.swap(last, usize::try_from(other).unwrap_or(last));
            }
            for batch in order.chunks(BATCH) {
                let turn = random.next_u32();
                let part = batch.len().div_ceil(PARTS);
                let losses: Vec<f32> = gradients
                    .par_iter_mut()
                    .zip(batch.par_chunks(part))
                    .map(|(gradient, part)| {
                        gradient.fill(0.0);
                        let mut loss = 0.0;
                        for &index in part {
                            let sample = &samples[index as usize];
                            let symmetry = index.wrapping_add(turn) as usize % 8;
                            let seen = self.see(sample, symmetry);
                            let target = target(sample, fit.result);
                            loss += cross_entropy(seen.odds, target);
                            self.learn(&seen, target, gradient);
                        }
                        loss
                    })
                    .collect();
                #[allow(clippy::cast_precision_loss)]
                let (size, part_done) = (batch.len() as f32, done as f32 / batches as f32);
                let rate = fit.rate * (0.02 + 0.98 * 0.5 * (1.0 + (part_done * 3.141_592_7).cos()));
                self.step(&gradients, size, rate);
                see(losses.iter().sum::<f32>() / size);
                done += 1;
            }
        }
    }

    /// Moves the weights against the gradient.
    fn step(&mut self, gradients: &[Vec<f32>], size: f32, rate: f32) {
        const CHUNK: usize = 1 << 14;
        self.steps += 1;
        let first_bias = 1.0 - 0.9_f32.powi(self.steps);
        let second_bias = 1.0 - 0.999_f32.powi(self.steps);
        self.weights
            .par_chunks_mut(CHUNK)
            .zip(self.first.par_chunks_mut(CHUNK))
            .zip(self.second.par_chunks_mut(CHUNK))
            .enumerate()
            .for_each(|(chunk, ((weights, first), second))| {
                for at in 0..weights.len() {
                    let sum: f32 = gradients.iter().map(|part| part[chunk * CHUNK + at]).sum();
                    let gradient = sum / size;
                    first[at] += 0.1 * (gradient - first[at]);
                    second[at] += 0.001 * (gradient * gradient - second[at]);
                    let step = first[at] / first_bias;
                    let width = (second[at] / second_bias).sqrt() + 1e-8;
                    let limit = limit(chunk * CHUNK + at);
                    weights[at] = (weights[at] - rate * step / width).clamp(-limit, limit);
                }
            });
    }

    /// The mean loss over samples that need not have been shown.
    #[must_use]
    pub fn loss(&self, samples: &[Sample], result: f32) -> f32 {
        let sums: Vec<f32> = samples
            .par_chunks(4096)
            .map(|part| {
                part.iter()
                    .map(|sample| {
                        let seen = self.see(sample, 0);
                        cross_entropy(seen.odds, target(sample, result))
                    })
                    .sum()
            })
            .collect();
        #[allow(clippy::cast_precision_loss)]
        let count = samples.len() as f32;
        sums.iter().sum::<f32>() / count
    }

    /// The network in whole numbers; the samples say how many pieces the odds are worth.
    #[must_use]
    pub fn network(&self, samples: &[Sample]) -> Network {
        Network::from_weights(&self.weights, self.slope(samples))
    }

    /// How many pieces of difference at the end one in the odds is worth in the middle:
    /// the best fit of 49 tanh(odds · slope / 49) among quarter pieces.
    fn slope(&self, samples: &[Sample]) -> f32 {
        let seen: Vec<(f32, f32)> = samples
            .par_iter()
            .map(|sample| {
                let seen = self.see(sample, 0);
                (seen.odds, f32::from(sample.stones))
            })
            .collect();
        let error = |slope: f32| -> f64 {
            seen.iter()
                .map(|&(odds, stones)| {
                    let error = 49.0 * (odds * slope / 49.0).tanh() - stones;
                    f64::from(error * error)
                })
                .sum()
        };
        #[allow(clippy::cast_precision_loss)]
        let slopes = (1..120).map(|quarter| quarter as f32 / 4.0);
        slopes
            .min_by(|&one, &other| error(one).total_cmp(&error(other)))
            .unwrap_or(1.0)
    }
}

/// How far from 0 a weight may be to fit the whole numbers.
fn limit(at: usize) -> f32 {
    match at {
        OUTPUT..OUTPUT_BIAS => 1.98,
        LINEAR..OUTPUT => 7.9,
        OUTPUT_BIAS.. => 100.0,
        _ => 3.4,
    }
}

/// What the odds should be, as a probability.
fn target(sample: &Sample, result: f32) -> f32 {
    #[allow(clippy::cast_precision_loss)]
    let odds = f32::from(sample.value) / UNITS as f32;
    let end = match sample.stones.signum() {
        1 => 1.0,
        0 => 0.5,
        _ => 0.0,
    };
    result * end + (1.0 - result) * sigmoid(odds)
}

fn cross_entropy(odds: f32, target: f32) -> f32 {
    // Written so that nothing overflows.
    odds.max(0.0) - odds * target + (-odds.abs()).exp().ln_1p()
}
