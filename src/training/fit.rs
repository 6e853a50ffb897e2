//! Fitting the weights.
//!
//! The loss is the cross entropy between what the network says the odds are and what
//! they should be; the weights follow its gradient by Adam (Kingma and Ba, 'Adam: a
//! method for stochastic optimization', 2015), slower and slower along half a cosine.
//! Positions are shown in any of the eight symmetries of the square, in a random order.
//!
//! Everything is added up in an order that does not depend on the number of threads, so
//! the same samples and seed give the same network.

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

/// How to fit.
#[derive(Clone, Copy, Debug)]
pub struct FitOptions {
    /// How often each sample is shown.
    pub epochs: u32,
    /// How fast the weights move at the beginning.
    pub rate: f32,
    /// What the order of the samples comes from.
    pub seed: u64,
}

/// How many samples are shown before the weights move.
const BATCH: usize = 16_384;
/// Into how many workers a batch is cut, and so how many threads at most work on it. Each
/// costs a gradient of its own, to be cleared and added up.
const WORKERS: usize = 4;

impl FitOptions {
    /// How often the weights move if there are so many samples.
    #[must_use]
    pub fn steps(&self, samples: usize) -> u64 {
        samples.div_ceil(BATCH) as u64 * u64::from(self.epochs)
    }
}

impl Model {
    /// Fits to what there is to learn. `see` gets to see the mean loss of each batch, and
    /// says whether to go on.
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

/// What a thread does of a batch.
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

    /// Works out the gradient of these samples, and their loss.
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
            // They are all over the memory, and in the cache sooner if they are fetched
            // one right after the other.
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
                .see(weights, self.samples.iter().zip(symmetries));
            let losses = odds.iter().zip(&self.targets);
            loss += losses
                .map(|(&odds, &target)| cross_entropy(odds, target))
                .sum::<f32>();
            self.micro_batch
                .learn(weights, &self.targets, &mut self.gradient);
        }
        loss
    }
}

/// Averages of the gradient and of its square.
struct Adam {
    first: Vec<f32>,
    second: Vec<f32>,
    steps: u32,
}

/// How many weights a thread moves at a time.
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

    /// Moves the weights against the gradient of so many samples.
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

/// How far weights move.
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
