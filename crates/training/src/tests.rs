//! Compares the model with the quantised network, and its gradient with differences of the loss.

use super::layers::{MicroBatch, PARTS, PartWeights, ZERO};
use super::training_set::{TargetOptions, TrainingSet, cross_entropy, sigmoid};
use super::{FitOptions, Model, Sample};
use ataxx_core::engine::{Evaluation, HIDDEN, Network, PIECE_FEATURES, UNITS, positions};
use std::ops::ControlFlow;

/// Positions whose result a network can learn: the side with more pieces has won.
fn samples(seed: u64, count: usize) -> Vec<Sample> {
    let positions = positions(seed, count);
    let sample = |position| {
        let sample = Sample::new(position, 0, 0);
        let own = sample.own.count().cast_signed() - sample.opp.count().cast_signed();
        let stones = i8::try_from(own).expect("at most 49");
        Sample { stones, ..sample }
    };
    positions.iter().map(sample).collect()
}

fn training_set(seed: u64, count: usize, result: f32) -> TrainingSet {
    let mut training_set = TrainingSet::default();
    let options = TargetOptions {
        persistence: result,
        scale: 1.0,
    };
    training_set.add(&samples(seed, count), options);
    training_set
}

fn fitted(training_set: &TrainingSet, epochs: u32, threads: usize) -> Model {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let fit = FitOptions {
        epochs,
        rate: 0.002,
        seed: 7,
    };
    let mut model = Model::new(1);
    pool.expect("threads").install(|| {
        let ended = model.fit(training_set, &fit, &mut |_| ControlFlow::Continue(()));
        assert!(ended.is_continue());
    });
    model
}

#[test]
fn the_gradient_is_the_slope_of_the_loss() {
    let mut model = Model::new(3);
    let samples = samples(5, 40);
    let sample = &samples[39..];
    let target = 0.8;
    let loss = |model: &Model| f64::from(cross_entropy(model.odds(sample)[0], target));
    let error = sigmoid(model.odds(sample)[0]) - target;
    let batch = MicroBatch::new(sample.iter().map(Sample::position));
    let mut in_use = 0;
    for part in 0..PARTS {
        let weights = &model.weights.parts[part];
        let mut gradient = PartWeights::zero();
        let mut hidden = [ZERO];
        batch.forward(weights, &mut hidden, &mut [0.0]);
        batch.backward(weights, &[error], &mut hidden, &mut gradient);
        let gradient = gradient.0.into_flattened();
        for (at, expected) in gradient.into_iter().enumerate() {
            in_use += usize::from(expected != 0.0);
            if expected == 0.0 && at % 1009 != 0 {
                continue;
            }
            let mut changed = |by: f32| {
                model.weights.parts[part].0.as_flattened_mut()[at] += by;
                loss(&model)
            };
            let step = 1e-2_f32;
            let slope = (changed(step) - changed(-2.0 * step)) / (2.0 * f64::from(step));
            changed(step);
            let error = (slope - f64::from(expected)).abs();
            assert!(error < 1e-3, "{part} {at}: {slope} {expected}");
        }
    }
    // Most of the rows of the windows and their blocks, of the bias and the output.
    assert!((18 * 256..60 * 256).contains(&in_use), "{in_use}");
}

#[test]
fn a_state_of_a_window_is_learnt_from_others_with_the_same_half() {
    let mut training_set = TrainingSet::default();
    let options = TargetOptions {
        persistence: 1.0,
        scale: 1.0,
    };
    training_set.add(&samples(5, 40)[39..], options);
    let [before, after] = [0, 1].map(|epochs| fitted(&training_set, epochs, 1).weights.by_rows());
    let rows = before.chunks(HIDDEN).zip(after.chunks(HIDDEN));
    // The first step of Adam changes a weight by the learning rate.
    let mut changes = [0; 4];
    for (before, after) in rows.take(PIECE_FEATURES) {
        let weights = before.iter().zip(after);
        let change = weights.map(|(before, after)| (after - before).abs());
        let steps = change.fold(0.0, f32::max) / 0.002;
        let near = |&steps_expected: &u8| (steps - f32::from(steps_expected)).abs() < 0.1;
        let steps = (0..4_u8).find(near).expect("whole steps");
        changes[usize::from(steps)] += 1;
    }
    // Of the 729 states of each window, one is active; 8 others have the same left half,
    // 8 the same right half.
    assert_eq!(changes, [18 * (729 - 17), 18 * 16, 0, 18]);
}

#[test]
fn a_micro_batch_gives_the_values_of_its_positions() {
    let model = Model::new(2);
    let samples = samples(6, 2 * MicroBatch::LENGTH + 10);
    let together = model.odds(&samples);
    assert_eq!(together.len(), samples.len());
    for (sample, odds) in samples.iter().zip(together) {
        assert_eq!(model.odds(std::slice::from_ref(sample)), [odds]);
    }
}

#[test]
fn a_fit_generalises_to_other_positions() {
    let (shown, other) = (training_set(1, 6000, 1.0), training_set(2, 1000, 1.0));
    let before = Model::new(1).loss(&other);
    let model = fitted(&shown, 30, 2);
    let after = model.loss(&other);
    assert!(after < 0.75 * before, "{before} {after}");
    let network = model.network(other.samples());
    let quantised = other.loss(&network);
    assert!((quantised - after).abs() < 0.01, "{quantised} {after}");
}

#[test]
fn the_quantised_network_agrees() {
    let model = fitted(&training_set(1, 3000, 0.5), 4, 2);
    let samples = samples(9, 500);
    let network = model.network(&samples);
    let mut errors = Vec::new();
    for (sample, odds) in samples.iter().zip(model.odds(&samples)) {
        let value = f64::from(network.value(&sample.position()));
        let expected = f64::from(odds) * f64::from(UNITS);
        assert!((value - expected).abs() < 20.0, "{value} {expected}");
        errors.push((value - expected).abs());
    }
    let mean = errors.iter().sum::<f64>() / 500.0;
    assert!(mean < 6.0, "{mean}");
}

#[test]
fn a_further_fit_starts_from_the_weights_of_the_network() {
    let network = Network::embedded();
    let model = Model::from_network(network);
    for (sample, odds) in samples(4, 300).iter().zip(model.odds(&samples(4, 300))) {
        let value = f64::from(network.value(&sample.position()));
        let expected = f64::from(odds) * f64::from(UNITS);
        assert!((value - expected).abs() < 20.0, "{value} {expected}");
    }
    let weights = |network: &Network| network.to_weights();
    let same = model.network(&samples(4, 300));
    assert_eq!(weights(&same), weights(network));
}

#[test]
fn the_number_of_threads_changes_nothing() {
    // Two batches, the second of them small.
    let training_set = training_set(1, 16_384 + 5, 0.5);
    let one = fitted(&training_set, 1, 1);
    for threads in [2, 3] {
        assert!(
            fitted(&training_set, 1, threads).weights == one.weights,
            "{threads}"
        );
    }
}

#[test]
fn a_fit_can_be_cancelled() {
    let fit = FitOptions {
        epochs: 5,
        rate: 0.002,
        seed: 1,
    };
    let mut seen = 0;
    let ended = Model::new(1).fit(&training_set(1, 100, 0.5), &fit, &mut |_| {
        seen += 1;
        ControlFlow::Break(())
    });
    assert!(ended.is_break());
    assert_eq!((seen, fit.steps(100), fit.steps(16_385)), (1, 5, 10));
}
