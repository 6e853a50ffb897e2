//! The training set.

use super::sample::Sample;
use crate::engine::{Evaluation, UNITS};
use rayon::prelude::*;

/// Samples with their target probabilities.
#[derive(Clone, Debug, Default)]
pub struct TrainingSet {
    samples: Vec<Sample>,
    /// The target probability of winning, for each sample.
    targets: Vec<f32>,
}

impl TrainingSet {
    /// Adds samples. `result` is the weight of the game's result in the target, from 0 to 1;
    /// the rest is the weight of the search value.
    pub fn add<'a>(&mut self, samples: impl IntoIterator<Item = &'a Sample>, result: f32) {
        for sample in samples {
            self.samples.push(*sample);
            self.targets.push(target(sample, result));
        }
    }

    /// The samples.
    #[must_use]
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// The target probability of winning, for each sample.
    #[must_use]
    pub fn targets(&self) -> &[f32] {
        &self.targets
    }

    /// The mean loss of an evaluation: the cross entropy between its probabilities and the
    /// targets. NaN without samples.
    #[must_use]
    pub fn loss(&self, evaluation: &dyn Evaluation) -> f64 {
        let odds: Vec<f32> = self
            .samples
            .par_iter()
            .map(|sample| odds(evaluation.value(&sample.position())))
            .collect();
        mean_loss(&odds, &self.targets)
    }
}

#[allow(clippy::cast_precision_loss)] // a value has fewer bits
fn odds(value: i32) -> f32 {
    value as f32 / UNITS as f32
}

/// The target probability of winning.
fn target(sample: &Sample, result: f32) -> f32 {
    let end = match sample.stones.signum() {
        1 => 1.0,
        0 => 0.5,
        _ => 0.0,
    };
    result * end + (1.0 - result) * sigmoid(odds(sample.value.into()))
}

pub(super) fn sigmoid(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

pub(super) fn cross_entropy(odds: f32, target: f32) -> f32 {
    // The numerically stable form of the cross entropy with logits.
    odds.max(0.0) - odds * target + (-odds.abs()).exp().ln_1p()
}

pub(super) fn mean_loss(odds: &[f32], targets: &[f32]) -> f64 {
    let losses = odds.iter().zip(targets);
    let sum: f64 = losses
        .map(|(&odds, &target)| f64::from(cross_entropy(odds, target)))
        .sum();
    #[allow(clippy::cast_precision_loss)]
    let count = odds.len() as f64;
    sum / count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    #[test]
    fn targets_are_between_the_result_and_the_search() {
        let sample = Sample {
            stones: 3,
            ..Sample::new(&Position::start(), UNITS, 0)
        };
        let lost = Sample {
            stones: -3,
            ..sample
        };
        let mut training_set = TrainingSet::default();
        for result in [0.0, 0.5, 1.0] {
            training_set.add([&sample, &lost], result);
        }
        let search = 1.0 / (1.0 + (-1.0_f32).exp());
        let (high, low) = (0.5 + search / 2.0, search / 2.0);
        let expected = [search, search, high, low, 1.0, 0.0];
        for (found, expected) in training_set.targets().iter().zip(expected) {
            assert!((found - expected).abs() < 1e-6, "{found} {expected}");
        }
    }

    #[test]
    fn the_loss_is_least_where_the_odds_are_right() {
        let right = 0.3_f32;
        let odds = (right / (1.0 - right)).ln();
        let at_best = cross_entropy(odds, right);
        assert!(cross_entropy(odds + 0.1, right) > at_best);
        assert!(cross_entropy(odds - 0.1, right) > at_best);
        assert!((cross_entropy(0.0, right) - 2.0_f32.ln()).abs() < 1e-6);
        assert!((cross_entropy(1000.0, right) - 700.0).abs() < 1e-3);
    }
}
