//! The network in floating point, and the fit of its weights.
//!
//! The loss is the cross entropy between the predicted and the target probabilities of
//! winning. Samples are shuffled and augmented by the eight symmetries of the square.
//!
//! Each part of the hidden layer is fitted by one thread. Sums are computed in an order that does
//! not depend on the number of threads, so the same samples and seed give the same network.

use super::layers::{FACTORS, MicroBatch, PARTS, Part, PartWeights, Weights, ZERO, add, factors};
use super::sample::Sample;
use super::training_set::{TrainingSet, cross_entropy, mean_loss, sigmoid};
use ataxx_core::board::{Position, Symmetry};
use ataxx_core::engine::{FEATURES, Network, PHASES, PIECE_FEATURES, shuffle};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;
use std::f32::consts::PI;
use std::ops::ControlFlow;

/// A network in floating point, for training.
#[derive(Clone, Debug)]
pub struct Model {
    pub(super) weights: Weights,
}

impl Model {
    /// A network with random weights.
    pub fn new(seed: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut uniform = |middle: f32, width: f32| -> Part {
            #[allow(clippy::cast_precision_loss)] // 24 bits fit
            let mut unit = || (random.next_u32() >> 8) as f32 / (1 << 23) as f32 - 1.0;
            std::array::from_fn(|_| middle + unit() * width)
        };
        let mut part = |_| {
            let shared: Vec<Part> = (0..FACTORS).map(|_| uniform(0.0, 0.08)).collect();
            let mut rows: Vec<Part> = factors()
                .map(|[left, right]| {
                    let mut row = shared[left];
                    add(&mut row, &shared[right]);
                    row
                })
                .collect();
            rows.extend((PIECE_FEATURES..FEATURES).map(|_| uniform(0.0, 0.08)));
            rows.push(uniform(0.25, 0.1));
            rows.extend((0..PHASES).map(|_| uniform(0.0, 0.2)));
            PartWeights(rows)
        };
        let weights = Weights {
            parts: (0..PARTS).map(&mut part).collect(),
            output_bias: [0.0; PHASES],
        };
        Self { weights }
    }

    /// The weights of a network, to be fitted further.
    pub fn from_network(network: &Network) -> Self {
        Self {
            weights: Weights::from_rows(&network.to_weights()),
        }
    }

    /// The log-odds of winning of the side to move, for each sample.
    pub fn odds(&self, samples: &[Sample]) -> Vec<f32> {
        samples
            .par_chunks(MicroBatch::LENGTH)
            .flat_map_iter(|samples| {
                let batch = MicroBatch::new(samples.iter().map(Sample::position));
                let mut hidden = vec![ZERO; samples.len()];
                let bias = |&phase: &usize| self.weights.output_bias[phase];
                let mut odds: Vec<f32> = batch.phases().iter().map(bias).collect();
                for part in &self.weights.parts {
                    batch.forward(part, &mut hidden, &mut odds);
                }
                odds
            })
            .collect()
    }

    /// The mean loss over a set of samples. NaN if it is empty.
    pub fn loss(&self, training_set: &TrainingSet) -> f64 {
        mean_loss(&self.odds(training_set.samples()), training_set.targets())
    }

    /// The quantised network. The samples determine its slope.
    pub fn network(&self, samples: &[Sample]) -> Network {
        Network::from_weights(&self.weights.by_rows(), self.slope(samples))
    }

    /// The final piece difference per 1 of log-odds, near 0: the best fit of
    /// 49 tanh(odds · slope / 49), in steps of 0.25.
    fn slope(&self, samples: &[Sample]) -> f32 {
        let odds = self.odds(samples);
        let error = |slope: f32| -> f64 {
            odds.iter()
                .zip(samples)
                .map(|(odds, sample)| {
                    let expected = 49.0 * (odds * slope / 49.0).tanh();
                    f64::from((expected - f32::from(sample.stones)).powi(2))
                })
                .sum()
        };
        let errors: Vec<(f32, f64)> = (1..120_u8)
            .into_par_iter()
            .map(|quarters| f32::from(quarters) / 4.0)
            .map(|slope| (slope, error(slope)))
            .collect();
        let best = errors.iter().min_by(|one, other| one.1.total_cmp(&other.1));
        best.map_or(1.0, |best| best.0)
    }
}

/// Options of [`Model::fit`].
#[derive(Clone, Copy, Debug)]
pub struct FitOptions {
    /// The number of passes over the samples.
    pub epochs: u32,
    /// The initial learning rate.
    pub rate: f32,
    /// The seed of the shuffling and augmentation.
    pub seed: u64,
}

/// The batch size in samples.
const BATCH: usize = 16_384;

impl FitOptions {
    /// The number of optimiser steps for this many samples.
    pub fn steps(&self, samples: usize) -> u64 {
        samples.div_ceil(BATCH) as u64 * u64::from(self.epochs)
    }
}

impl Model {
    /// Fits the weights to a training set. `on_batch` is called with the mean loss of each batch
    /// and can stop the fit.
    pub fn fit(
        &mut self,
        training_set: &TrainingSet,
        fit: &FitOptions,
        on_batch: &mut dyn FnMut(f32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut random = ChaCha8Rng::seed_from_u64(fit.seed);
        let length = training_set.samples().len();
        let mut order: Vec<u32> = (0..u32::try_from(length).unwrap_or(u32::MAX)).collect();
        let mut steps = AdamStep::schedule(fit.rate, fit.steps(length));
        let mut layers = Layers::new(&mut self.weights);
        for _ in 0..fit.epochs {
            shuffle(&mut order, &mut random);
            for (batch, step) in order.chunks(BATCH).zip(&mut steps) {
                let loss = layers.fit(&Batch::new(training_set, batch, random.next_u32()), &step);
                on_batch(loss)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// The positions of one step of the optimiser, and their targets.
struct Batch {
    positions: Vec<MicroBatch>,
    targets: Vec<f32>,
}

impl Batch {
    /// The samples with these indices, each under a symmetry that depends on its index and `turn`.
    fn new(training_set: &TrainingSet, indices: &[u32], turn: u32) -> Self {
        let symmetries: Vec<Symmetry> = Symmetry::all().collect();
        let position = |&at: &u32| -> Position {
            let symmetry = symmetries[at.wrapping_add(turn) as usize % symmetries.len()];
            symmetry.position(&training_set.samples()[at as usize].position())
        };
        Self {
            positions: indices
                .par_chunks(MicroBatch::LENGTH)
                .map(|indices| MicroBatch::new(indices.iter().map(position)))
                .collect(),
            targets: indices
                .iter()
                .map(|&at| training_set.targets()[at as usize])
                .collect(),
        }
    }
}

/// The weights of a network while they are fitted.
struct Layers<'a> {
    hidden: Vec<HiddenPart<'a>>,
    output_bias: &'a mut [f32; PHASES],
    adam: Adam,
}

impl<'a> Layers<'a> {
    fn new(weights: &'a mut Weights) -> Self {
        Self {
            hidden: weights.parts.iter_mut().map(HiddenPart::new).collect(),
            output_bias: &mut weights.output_bias,
            adam: Adam::new(PHASES),
        }
    }

    /// Makes one step of the optimiser, and returns the mean loss before it.
    fn fit(&mut self, batch: &Batch, step: &AdamStep) -> f32 {
        let hidden = self.hidden.par_iter_mut();
        hidden.for_each(|part| part.forward(&batch.positions));
        #[allow(clippy::cast_precision_loss)]
        let size = batch.targets.len() as f32;
        let phases = batch.positions.iter().flat_map(MicroBatch::phases);
        let mut loss = 0.0;
        let mut bias_gradient = [0.0; PHASES];
        let mut errors = Vec::with_capacity(batch.targets.len());
        for (at, (&phase, &target)) in phases.zip(&batch.targets).enumerate() {
            let parts = self.hidden.iter().map(|part| part.odds[at]);
            let odds = self.output_bias[phase] + parts.sum::<f32>();
            loss += cross_entropy(odds, target);
            let error = (sigmoid(odds) - target) / size;
            bias_gradient[phase] += error;
            errors.push(error);
        }
        self.hidden.par_iter_mut().for_each(|part| {
            part.backward(&batch.positions, &errors);
            part.step(step);
        });
        self.adam.changes(&mut bias_gradient, step);
        for (bias, change) in self.output_bias.iter_mut().zip(bias_gradient) {
            *bias += change;
        }
        loss / size
    }
}

/// A part of the hidden layer while it is fitted.
struct HiddenPart<'a> {
    weights: &'a mut PartWeights,
    /// The hidden values of the positions of a batch.
    values: Vec<Part>,
    /// The contribution of the part to their log-odds.
    odds: Vec<f32>,
    gradient: PartWeights,
    adam: Adam,
    factor_gradient: Vec<Part>,
    factor_adam: Adam,
}

impl<'a> HiddenPart<'a> {
    fn new(weights: &'a mut PartWeights) -> Self {
        let (gradient, factor_gradient) = (PartWeights::zero(), vec![ZERO; FACTORS]);
        Self {
            weights,
            values: Vec::with_capacity(BATCH),
            odds: Vec::with_capacity(BATCH),
            adam: Adam::new(gradient.0.as_flattened().len()),
            factor_adam: Adam::new(factor_gradient.as_flattened().len()),
            gradient,
            factor_gradient,
        }
    }

    fn forward(&mut self, batch: &[MicroBatch]) {
        let length = batch.iter().map(|batch| batch.phases().len()).sum();
        self.values.resize(length, ZERO);
        self.odds.clear();
        self.odds.resize(length, 0.0);
        let values = self.values.chunks_mut(MicroBatch::LENGTH);
        let odds = self.odds.chunks_mut(MicroBatch::LENGTH);
        for (batch, (values, odds)) in batch.iter().zip(values.zip(odds)) {
            batch.forward(self.weights, values, odds);
        }
    }

    /// Computes the gradient of the loss.
    fn backward(&mut self, batch: &[MicroBatch], errors: &[f32]) {
        self.gradient.0.fill(ZERO);
        let values = self.values.chunks_mut(MicroBatch::LENGTH);
        let errors = errors.chunks(MicroBatch::LENGTH);
        for (batch, (values, errors)) in batch.iter().zip(values.zip(errors)) {
            batch.backward(self.weights, errors, values, &mut self.gradient);
        }
        self.factor_gradient.fill(ZERO);
        for (row, factors) in self.gradient.0.iter().zip(factors()) {
            for factor in factors {
                add(&mut self.factor_gradient[factor], row);
            }
        }
    }

    /// Changes the weights. The gradient is overwritten.
    fn step(&mut self, step: &AdamStep) {
        let changes = self.gradient.0.as_flattened_mut();
        self.adam.changes(changes, step);
        let factor_changes = self.factor_gradient.as_flattened_mut();
        self.factor_adam.changes(factor_changes, step);
        for (row, factors) in self.gradient.0.iter_mut().zip(factors()) {
            for factor in factors {
                add(row, &self.factor_gradient[factor]);
            }
        }
        for (rows, limit) in PartWeights::LIMITS {
            let changes = self.gradient.0[rows.clone()].as_flattened();
            let weights = self.weights.0[rows].as_flattened_mut();
            for (weight, change) in weights.iter_mut().zip(changes) {
                *weight = (*weight + change).clamp(-limit, limit);
            }
        }
    }
}

/// The Adam optimiser of some weights: moving averages of the gradient and of its square.
pub(super) struct Adam {
    first: Vec<f32>,
    second: Vec<f32>,
}

const FIRST_DECAY: f32 = 0.9;
const SECOND_DECAY: f32 = 0.999;
const EPSILON: f32 = 1e-8;

impl Adam {
    pub fn new(weights: usize) -> Self {
        Self {
            first: vec![0.0; weights],
            second: vec![0.0; weights],
        }
    }

    /// Replaces the gradient by the changes of the weights.
    pub fn changes(&mut self, gradient: &mut [f32], step: &AdamStep) {
        let averages = self.first.iter_mut().zip(&mut self.second);
        for (gradient, (first, second)) in gradient.iter_mut().zip(averages) {
            *first += (1.0 - FIRST_DECAY) * (*gradient - *first);
            *second += (1.0 - SECOND_DECAY) * (*gradient * *gradient - *second);
            let width = (*second / step.second_bias).sqrt() + EPSILON;
            *gradient = -step.rate * *first / width;
        }
    }
}

/// The constants of one step of the optimiser.
pub(super) struct AdamStep {
    /// The learning rate, corrected for the bias of the average of the gradient.
    rate: f32,
    second_bias: f32,
}

impl AdamStep {
    /// All steps, with a cosine schedule of the learning rate.
    pub fn schedule(rate: f32, steps: u64) -> impl Iterator<Item = Self> {
        (0..steps).map(move |done| {
            let number = i32::try_from(done + 1).unwrap_or(i32::MAX);
            #[allow(clippy::cast_precision_loss)]
            let done = done as f32 / steps as f32;
            let share = 0.02 + 0.98 * 0.5 * (1.0 + (done * PI).cos());
            Self {
                rate: rate * share / (1.0 - FIRST_DECAY.powi(number)),
                second_bias: 1.0 - SECOND_DECAY.powi(number),
            }
        })
    }
}
