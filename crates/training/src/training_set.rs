//! The training set.

use super::sample::Sample;
use ataxx_core::engine::{Evaluation, UNITS};
use rayon::prelude::*;

/// Samples with their target probabilities.
#[derive(Clone, Debug, Default)]
pub struct TrainingSet {
    samples: Vec<Sample>,
    /// The target probability of winning, for each sample.
    targets: Vec<f32>,
}

/// How the targets of samples are computed.
#[derive(Clone, Copy, Debug)]
pub struct TargetOptions {
    /// The weight of each later value relative to the one before.
    pub persistence: f32,
    /// The factor of the log-odds of searches: see [`result_scale`].
    pub scale: f32,
}

/// Of the positions with at most this many empty squares only some are used: the solver plays
/// these, and their large errors would dominate the small ones of the middle game.
const FEW_EMPTY: u32 = 5;
/// One in this many of them is used. Coprime to the interval of held-out games, so that there too
/// each side is to move equally often.
const FEW_EMPTY_INTERVAL: usize = 3;

impl TrainingSet {
    /// Adds the samples of whole games, in the order of plies; of those with few empty squares
    /// one in three.
    ///
    /// The target of a sample is a mean of the values of the searches from there to the end of
    /// the game, and of its result: each value counts `persistence` times as much as the one
    /// before, and the result takes the place of all values beyond the end (R. Sutton,
    /// 'Learning to predict by the methods of temporal differences', Machine Learning 3,
    /// 1988). With 0 it is the sample's own value, with 1 the result.
    pub fn add<'a>(
        &mut self,
        samples: impl IntoIterator<Item = &'a Sample>,
        options: TargetOptions,
    ) {
        let TargetOptions { persistence, scale } = options;
        let samples: Vec<&Sample> = samples.into_iter().collect();
        for game in samples.chunk_by(|one, other| one.game == other.game) {
            let first = self.targets.len();
            // The target for the side that won, or for the side to move last in a draw.
            let mut target = if game[0].stones == 0 { 0.5 } else { 1.0 };
            for (after, sample) in game.iter().rev().enumerate() {
                let won = match sample.stones.signum() {
                    0 => game.last().is_some_and(|last| last.turn == sample.turn),
                    sign => sign > 0,
                };
                let of_side = |target: f32| if won { target } else { 1.0 - target };
                let value = of_side(sigmoid(scale * odds(sample.value.into())));
                target = (1.0 - persistence) * value + persistence * target;
                // Different plies in each game, so that each side is to move equally often.
                let is_chosen = (after + game[0].game as usize).is_multiple_of(FEW_EMPTY_INTERVAL);
                if sample.empty() > FEW_EMPTY || is_chosen {
                    self.samples.push(**sample);
                    self.targets.push(of_side(target));
                }
            }
            self.samples[first..].reverse();
            self.targets[first..].reverse();
        }
    }

    /// The samples.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// The target probability of winning, for each sample.
    pub fn targets(&self) -> &[f32] {
        &self.targets
    }

    /// The mean loss of an evaluation: the cross entropy between its probabilities and the
    /// targets. NaN without samples.
    pub fn loss(&self, evaluation: &dyn Evaluation) -> f64 {
        let odds: Vec<f32> = self
            .samples
            .par_iter()
            .map(|sample| odds(evaluation.value(&sample.position())))
            .collect();
        mean_loss(&odds, &self.targets)
    }
}

/// The factor of the log-odds of searches with which they predict the results of the games
/// best (a logistic regression). Targets made of values have the scale of the player that searched;
/// without this factor a player whose values are too small would pass this on to the next one. 1 if
/// the samples do not determine it.
pub fn result_scale(samples: &[Sample]) -> f32 {
    let decisive: Vec<(f64, f64)> = samples
        .iter()
        .filter(|sample| sample.stones != 0 && sample.empty() > FEW_EMPTY)
        .map(|sample| {
            let won = if sample.stones > 0 { 1.0 } else { 0.0 };
            (odds(sample.value.into()).into(), won)
        })
        .collect();
    let mut scale = 1.0_f64;
    // Newton's method, bounded for the case that there is no best factor.
    for _ in 0..STEPS {
        let (mut slope, mut curvature) = (0.0, f64::EPSILON);
        for &(odds, won) in &decisive {
            let expected = 1.0 / (1.0 + (-scale * odds).exp());
            slope += (won - expected) * odds;
            curvature += expected * (1.0 - expected) * odds * odds;
        }
        scale = (scale + slope / curvature).clamp(1.0 / MAX_SCALE, MAX_SCALE);
    }
    #[allow(clippy::cast_possible_truncation)] // rounded to 32 bits
    let scale = scale as f32;
    scale
}

/// The number of steps of Newton's method; three to four suffice.
const STEPS: u32 = 8;
/// The greatest factor, and the reciprocal of the least.
const MAX_SCALE: f64 = 4.0;

#[allow(clippy::cast_precision_loss)] // a value has fewer bits
fn odds(value: i32) -> f32 {
    value as f32 / UNITS as f32
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
    use ataxx_core::board::{Color, Position};
    use ataxx_core::engine::Value;

    /// Samples of a game of three plies, Red to move first. `stones` is the difference at the
    /// end for Red: 0 for a draw.
    fn game(number: u32, values: [i32; 3], stones: i8) -> [Sample; 3] {
        let sides = [1, -1, 1];
        std::array::from_fn(|ply| Sample {
            stones: sides[ply] * stones,
            turn: Color::BOTH[ply % 2],
            ..Sample::new(&Position::start(), values[ply], number)
        })
    }

    fn targets(games: &[[Sample; 3]], persistence: f32) -> Vec<f32> {
        let mut training_set = TrainingSet::default();
        let options = TargetOptions {
            persistence,
            scale: 1.0,
        };
        training_set.add(games.as_flattened(), options);
        training_set.targets().to_vec()
    }

    fn assert_near(found: &[f32], expected: &[f32]) {
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-6, "{found} {expected}");
        }
    }

    /// Forced passes and decided positions are no samples, so that the sides need not alternate.
    #[test]
    fn in_a_draw_values_count_for_the_side_to_move() {
        let mut drawn = game(1, [256, 512, 768], 0);
        for sample in &mut drawn {
            sample.turn = Color::Red;
        }
        let [one, two, three] = [1.0, 2.0, 3.0].map(sigmoid);
        let third = 0.5 * three + 0.25;
        let second = 0.5 * two + 0.5 * third;
        let first = 0.5 * one + 0.5 * second;
        assert_near(&targets(&[drawn], 0.5), &[first, second, third]);
    }

    #[test]
    fn targets_look_ahead_to_later_searches_and_the_result() {
        let values = [256, -512, 768];
        let [one, two, three] = [1.0, 2.0, 3.0].map(sigmoid);
        let red_wins = game(1, values, 5);
        assert_near(&targets(&[red_wins], 0.0), &[one, 1.0 - two, three]);
        assert_near(&targets(&[red_wins], 1.0), &[1.0, 0.0, 1.0]);
        // From Red's point of view, the last first.
        let third = 0.5 * three + 0.5;
        let second = 0.5 * two + 0.5 * third;
        let first = 0.5 * one + 0.5 * second;
        let expected = [first, 1.0 - second, third];
        assert_near(&targets(&[red_wins], 0.5), &expected);
        // The targets of a game do not depend on the game before.
        let blue_wins = game(2, values.map(|value| -value), -5);
        let both = [expected, expected.map(|target| 1.0 - target)].concat();
        assert_near(&targets(&[red_wins, blue_wins], 0.5), &both);
        let draw = game(3, values, 0);
        let third = 0.5 * three + 0.25;
        let second = 0.5 * two + 0.5 * third;
        assert_near(&targets(&[draw], 0.5)[1..], &[1.0 - second, third]);
    }

    #[test]
    fn some_positions_with_few_empty_squares_are_used() {
        let position = |text| ataxx_core::notation::read_position(text).expect("a position");
        let open = position("5-1/xxxxxxx/xxxxxxx/7/ooooooo/ooooooo/ooooooo x");
        let crowded = position("xxxxx--/xxxxxxx/xxxxxxx/xxxxxx1/ooooooo/ooooooo/ooooooo x");
        let used = |number: u32| {
            let sample = |ply: u16| {
                let position = if ply.is_multiple_of(2) {
                    &open
                } else {
                    &crowded
                };
                Sample::new(position, 100 + Value::from(ply), number)
            };
            let game: Vec<Sample> = (0..9).map(sample).collect();
            let mut training_set = TrainingSet::default();
            let options = TargetOptions {
                persistence: 0.0,
                scale: 2.0,
            };
            training_set.add(&game, options);
            let samples = training_set.samples().iter();
            let values: Vec<i16> = samples.map(|sample| sample.value).collect();
            let expected: Vec<f32> = values
                .iter()
                .map(|&value| sigmoid(2.0 * odds(value.into())))
                .collect();
            assert_near(training_set.targets(), &expected);
            values
        };
        // All open positions, and in each game other crowded ones.
        assert_eq!(used(1), [100, 102, 103, 104, 106, 108]);
        assert_eq!(used(2), [100, 101, 102, 104, 106, 107, 108]);
        assert_eq!(used(3), [100, 102, 104, 105, 106, 108]);
        // Also in held-out games, every twentieth.
        assert_eq!([20, 40, 60].map(used), [2, 1, 3].map(used));
    }

    #[test]
    fn the_scale_of_the_values_is_that_of_the_results() {
        // Of 100 games at odds of 3 to 1, 75 are won.
        let value = 100;
        let samples: Vec<Sample> = (0..100)
            .map(|number| Sample {
                stones: if number < 75 { 5 } else { -5 },
                ..Sample::new(&Position::start(), value, number)
            })
            .collect();
        let expected = 3.0_f32.ln() / odds(value);
        assert!((result_scale(&samples) - expected).abs() < 1e-4);
        assert_near(
            &[result_scale(&samples[..75]), result_scale(&[])],
            &[4.0, 1.0],
        );
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
