//! Fits the weights of the network.
//!
//! The loss is the cross entropy between the predicted and the target probabilities of
//! winning. The optimiser is Adam (D. Kingma and J. Ba, 'Adam: A method for stochastic
//! optimization', ICLR 2015) with a cosine learning-rate schedule. Samples are shuffled and
//! augmented by the eight symmetries of the square.
//!
//! Sums are computed in an order that does not depend on the number of threads, so the same
//! samples and seed give the same network.

use super::micro_batch::MicroBatch;
use super::model::Model;
use super::sample::Sample;
use super::training_set::{TrainingSet, cross_entropy};
use super::weights::Weights;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;
use std::f32::consts::PI;
use std::ops::{ControlFlow, Range};

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
/// The number of workers that share a batch, at most one thread each. Each worker has a
/// gradient of its own, which has to be cleared and added up.
const WORKERS: usize = 4;

impl FitOptions {
    /// The number of optimiser steps for this many samples.
    #[must_use]
    pub fn steps(&self, samples: usize) -> u64 {
        samples.div_ceil(BATCH) as u64 * u64::from(self.epochs)
    }
}

impl Model {
    /// Fits the weights to a training set. `see` is called with the mean loss of each batch
    /// and can stop the fit.
    pub fn fit(
        &mut self,
        training_set: &TrainingSet,
        fit: &FitOptions,
        see: &mut dyn FnMut(f32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut random = ChaCha8Rng::seed_from_u64(fit.seed);
        let length = training_set.samples().len();
        let mut order: Vec<u32> = (0..u32::try_from(length).unwrap_or(u32::MAX)).collect();
        let steps = fit.steps(length);
        let mut workers: Vec<Worker> = (0..WORKERS).map(|_| Worker::new()).collect();
        let mut adam = Adam::new();
        for _ in 0..fit.epochs {
            shuffle(&mut order, &mut random);
            for batch in order.chunks(BATCH) {
                let turn = random.next_u32();
                let losses: Vec<f32> = workers
                    .par_iter_mut()
                    .zip(batch.par_chunks(batch.len().div_ceil(WORKERS)))
                    .map(|(part, batch)| part.work(&self.weights, training_set, batch, turn))
                    .collect();
                // The last batch may be too small for all workers.
                let used = &workers[..losses.len()];
                #[allow(clippy::cast_precision_loss)]
                let (size, done) = (batch.len() as f32, adam.steps as f32 / steps as f32);
                let rate = fit.rate * (0.02 + 0.98 * 0.5 * (1.0 + (done * PI).cos()));
                adam.step(&mut self.weights, used, size, rate);
                see(losses.iter().sum::<f32>() / size)?;
            }
        }
        ControlFlow::Continue(())
    }
}

fn shuffle(order: &mut [u32], random: &mut ChaCha8Rng) {
    for last in (1..order.len()).rev() {
        let other = random.next_u64() % (last as u64 + 1);
        order.swap(last, usize::try_from(other).unwrap_or(last));
    }
}

/// The buffers of one worker.
struct Worker {
    micro_batch: MicroBatch,
    samples: Vec<Sample>,
    targets: Vec<f32>,
    gradient: Weights,
}

impl Worker {
    fn new() -> Self {
        Self {
            micro_batch: MicroBatch::new(),
            samples: Vec::with_capacity(MicroBatch::LENGTH),
            targets: Vec::with_capacity(MicroBatch::LENGTH),
            gradient: Weights::zero(),
        }
    }

    /// Computes the gradient and the loss of some samples of a batch.
    fn work(
        &mut self,
        weights: &Weights,
        training_set: &TrainingSet,
        batch: &[u32],
        turn: u32,
    ) -> f32 {
        let mut loss = 0.0;
        self.gradient.0.fill(0.0);
        for indices in batch.chunks(MicroBatch::LENGTH) {
            // The samples are scattered in memory. Copying them first hides the latency.
            self.samples.clear();
            let samples = indices
                .iter()
                .map(|&at| training_set.samples()[at as usize]);
            self.samples.extend(samples);
            self.targets.clear();
            let targets = indices
                .iter()
                .map(|&at| training_set.targets()[at as usize]);
            self.targets.extend(targets);
            let symmetries = indices.iter().map(|at| at.wrapping_add(turn) as usize % 8);
            let odds = self
                .micro_batch
                .forward(weights, self.samples.iter().zip(symmetries));
            let losses = odds.iter().zip(&self.targets);
            loss += losses
                .map(|(&odds, &target)| cross_entropy(odds, target))
                .sum::<f32>();
            self.micro_batch
                .backward(weights, &self.targets, &mut self.gradient);
        }
        loss
    }
}

/// The Adam optimiser: moving averages of the gradient and of its square.
struct Adam {
    first: Vec<f32>,
    second: Vec<f32>,
    steps: u32,
}

/// The number of weights in a unit of parallel work.
const CHUNK: usize = 1 << 13;
const FIRST_DECAY: f32 = 0.9;
const SECOND_DECAY: f32 = 0.999;
const EPSILON: f32 = 1e-8;

impl Adam {
    fn new() -> Self {
        Self {
            first: vec![0.0; Weights::LENGTH],
            second: vec![0.0; Weights::LENGTH],
            steps: 0,
        }
    }

    /// Updates the weights with the gradient of a batch of `size` samples.
    fn step(&mut self, weights: &mut Weights, workers: &[Worker], size: f32, rate: f32) {
        self.steps += 1;
        let steps = i32::try_from(self.steps).unwrap_or(i32::MAX);
        let step = AdamStep {
            size,
            rate: rate / (1.0 - FIRST_DECAY.powi(steps)),
            second_bias: 1.0 - SECOND_DECAY.powi(steps),
        };
        for (group, limit) in Weights::LIMITS {
            let Range { start, .. } = group;
            weights.0[group.clone()]
                .par_chunks_mut(CHUNK)
                .zip(self.first[group.clone()].par_chunks_mut(CHUNK))
                .zip(self.second[group].par_chunks_mut(CHUNK))
                .enumerate()
                .for_each(|(chunk, ((weights, first), second))| {
                    let start = start + chunk * CHUNK;
                    let range = start..start + weights.len();
                    let gradients = workers.iter().map(|part| &part.gradient.0[range.clone()]);
                    step.step(weights, first, second, gradients, limit);
                });
        }
    }
}

/// The constants of one optimiser step.
struct AdamStep {
    size: f32,
    rate: f32,
    second_bias: f32,
}

impl AdamStep {
    fn step<'a>(
        &self,
        weights: &mut [f32],
        first: &mut [f32],
        second: &mut [f32],
        gradients: impl Iterator<Item = &'a [f32]>,
        limit: f32,
    ) {
        let mut sums = vec![0.0; weights.len()];
        for gradient in gradients {
            for (sum, part) in sums.iter_mut().zip(gradient) {
                *sum += part;
            }
        }
        let averages = first.iter_mut().zip(second);
        for ((weight, sum), (first, second)) in weights.iter_mut().zip(sums).zip(averages) {
            let gradient = sum / self.size;
            *first += (1.0 - FIRST_DECAY) * (gradient - *first);
            *second += (1.0 - SECOND_DECAY) * (gradient * gradient - *second);
            let width = (*second / self.second_bias).sqrt() + EPSILON;
            *weight = (*weight - self.rate * *first / width).clamp(-limit, limit);
        }
    }
}
