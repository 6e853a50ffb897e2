//! The network in floating point, for training.

use super::factors::{FACTORS, factors};
use super::micro_batch::MicroBatch;
use super::sample::Sample;
use super::training_set::{TrainingSet, mean_loss};
use super::weights::{PARTS, Part, PartWeights, Weights, ZERO, add};
use ataxx_core::engine::{FEATURES, Network, PHASES, PIECE_FEATURES};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;

/// A network in floating point, for training.
#[derive(Clone, Debug)]
pub struct Model {
    pub(super) weights: Weights,
}

impl Model {
    /// A network with random weights.
    #[must_use]
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
    #[must_use]
    pub fn from_network(network: &Network) -> Self {
        Self {
            weights: Weights::from_rows(&network.to_weights()),
        }
    }

    /// The log-odds of winning of the side to move, for each sample.
    #[must_use]
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
    #[must_use]
    pub fn loss(&self, training_set: &TrainingSet) -> f64 {
        mean_loss(&self.odds(training_set.samples()), training_set.targets())
    }

    /// The quantised network. The samples determine its slope.
    #[must_use]
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
