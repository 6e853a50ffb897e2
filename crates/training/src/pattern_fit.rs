//! Fits the weights of the patterns by which moves are ordered.
//!
//! The log-odds of a move is the sum of the weights of its patterns; the loss is the cross entropy
//! between the softmax over the moves of a position and its best move. Patterns that are images of
//! each other have one weight.

use super::model::{Adam, AdamStep};
use ataxx_core::Cancellation;
use ataxx_core::board::{Bitboard, Move, Position, Rules, Square, Symmetry};
use ataxx_core::engine::shuffle;
use ataxx_core::internal::{AROUND, PATTERN_UNITS, PATTERNS, PatternTable, Surroundings};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// A position and its best move.
pub type BestMove = (Position, Move);

/// Weights of the patterns of moves.
#[derive(Clone, Debug)]
pub struct MovePatterns {
    /// For each pattern its smallest image, whose weight it shares.
    images: Vec<u16>,
    /// The weights, by table and pattern.
    weights: Vec<f32>,
}

/// The quality of predictions of best moves by [`MovePatterns`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// The mean cross entropy.
    pub loss: f64,
    /// The share of positions whose best move has the greatest weight.
    pub first: f64,
    /// The share of positions whose best move is among the three with the greatest weights.
    pub among_three: f64,
}

const RATE: f32 = 0.05;
const BATCH: usize = 4_096;
/// The number of passes over the positions.
const PASSES: usize = 6;

impl MovePatterns {
    /// Fits weights to these best moves, in an order that depends on the seed; `None` if cancelled.
    pub fn fit(samples: &[BestMove], seed: u64, cancel: &Cancellation) -> Option<Self> {
        let mut patterns = Self {
            images: patterns().map(smallest_image).collect(),
            weights: vec![0.0; PatternTable::ALL.len() * PATTERNS],
        };
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut order: Vec<u32> = (0..u32::try_from(samples.len()).unwrap_or(u32::MAX)).collect();
        let batches = order.len().div_ceil(BATCH) * PASSES;
        let mut steps = AdamStep::schedule(RATE, batches as u64);
        let mut adam = Adam::new(patterns.weights.len());
        for _ in 0..PASSES {
            shuffle(&mut order, &mut random);
            for (batch, step) in order.chunks(BATCH).zip(&mut steps) {
                if cancel.is_requested() {
                    return None;
                }
                let batch = batch.iter().map(|&at| &samples[at as usize]);
                let mut gradient = patterns.gradient(batch);
                adam.changes(&mut gradient, &step);
                for (weight, change) in patterns.weights.iter_mut().zip(gradient) {
                    *weight += change;
                }
            }
        }
        Some(patterns)
    }

    /// The gradient of the mean loss.
    fn gradient<'a>(&self, batch: impl ExactSizeIterator<Item = &'a BestMove>) -> Vec<f32> {
        #[allow(clippy::cast_precision_loss)]
        let size = batch.len() as f32;
        let mut gradient = vec![0.0; self.weights.len()];
        for (position, best) in batch {
            for (mv, indices, chance) in self.chances(position) {
                let error = chance - if mv == *best { 1.0 } else { 0.0 };
                for at in indices.into_iter().flatten() {
                    gradient[at] += error / size;
                }
            }
        }
        gradient
    }

    /// The quality of the predictions of these best moves.
    pub fn predict(&self, samples: &[BestMove]) -> Prediction {
        let (mut loss, mut first, mut among_three) = (0.0, 0.0, 0.0);
        for (position, best) in samples {
            let moves = self.chances(position);
            let chance = moves.iter().find(|(mv, ..)| mv == best);
            let chance = chance.map_or(0.0, |&(.., chance)| chance);
            let better = moves.iter().filter(|&&(.., other)| other > chance).count();
            loss -= f64::from(chance.max(f32::MIN_POSITIVE)).ln();
            first += f64::from(u8::from(better < 1));
            among_three += f64::from(u8::from(better < 3));
        }
        #[allow(clippy::cast_precision_loss)]
        let count = samples.len() as f64;
        Prediction {
            loss: loss / count,
            first: first / count,
            among_three: among_three / count,
        }
    }

    /// The moves of a position with the indices of their weights and their probabilities.
    fn chances(&self, position: &Position) -> Vec<(Move, [Option<usize>; 2], f32)> {
        let surroundings = Surroundings::of(position);
        let index = |table: PatternTable, square| {
            let image = self.images[usize::from(surroundings.around(square))];
            Some(table as usize * PATTERNS + usize::from(image))
        };
        let mut moves: Vec<_> = position
            .legal_moves(&Rules::UAI)
            .map(|mv| {
                let indices = match mv {
                    Move::Extend { to } => [index(PatternTable::Extend, to), None],
                    Move::Jump { from, to } => [
                        index(PatternTable::Jump, to),
                        index(PatternTable::Leave, from),
                    ],
                    Move::Pass => [None; 2],
                };
                let weights = indices.into_iter().flatten().map(|at| self.weights[at]);
                (mv, indices, weights.sum::<f32>())
            })
            .collect();
        let greatest = moves
            .iter()
            .map(|&(.., odds)| odds)
            .fold(f32::MIN, f32::max);
        for (.., chance) in &mut moves {
            *chance = (*chance - greatest).exp();
        }
        let sum: f32 = moves.iter().map(|&(.., chance)| chance).sum();
        for (.., chance) in &mut moves {
            *chance /= sum;
        }
        moves
    }

    /// The file format of `core/src/engine/patterns.bin`.
    pub fn to_bytes(&self) -> Vec<u8> {
        let weights = self.weights.chunks(PATTERNS);
        weights
            .flat_map(|table| self.images.iter().map(|&image| table[usize::from(image)]))
            .flat_map(|weight| {
                #[allow(clippy::cast_possible_truncation)] // saturates
                let units = (weight * PATTERN_UNITS).round() as i16;
                units.to_le_bytes()
            })
            .collect()
    }
}

/// All patterns.
fn patterns() -> impl Iterator<Item = u16> {
    (0..).take(PATTERNS)
}

/// The smallest image of a pattern under the symmetries of the square.
fn smallest_image(pattern: u16) -> u16 {
    let digit = |place: u32| pattern / 3_u16.pow(place) % 3;
    // A square on the first, the middle or the last file, and rank.
    #[allow(clippy::cast_possible_truncation)] // below 3
    let [file, rank] = [8, 9].map(|place| 3 * digit(place) as u8);
    let center = Square::new(file, rank).expect("a square");
    let set = |state: u16| -> Bitboard {
        let around = (0..8)
            .zip(AROUND)
            .filter(|&(place, _)| digit(place) == state);
        let squares = around.filter_map(|(_, (files, ranks))| center.offset(files, ranks));
        squares.collect()
    };
    let (own, opp) = (set(1), set(2));
    let images = Symmetry::all().map(|symmetry| {
        let turned = Surroundings::new(symmetry.bitboard(own), symmetry.bitboard(opp));
        turned.around(symmetry.square(center))
    });
    images.min().unwrap_or(pattern)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ataxx_core::engine::positions;
    use std::collections::HashSet;

    #[test]
    fn patterns_have_up_to_eight_images() {
        let images: HashSet<u16> = patterns().map(smallest_image).collect();
        // Burnside's lemma, for three states. In the middle turns by a quarter leave 3² patterns as
        // they are, by a half 3⁴, each of the four reflections 3⁵. On the edge and in the corner
        // there is one reflection besides the identity.
        let middle = (6_561 + 2 * 9 + 81 + 4 * 243) / 8;
        let [edge, corner] = [243 + 27, 27 + 9].map(|sum| sum / 2);
        assert_eq!(images.len(), middle + edge + corner);
    }

    /// Best moves that gain the most pieces, the first of them.
    fn greedy() -> Vec<BestMove> {
        positions(9, 400)
            .into_iter()
            .filter(|position| position.outcome(&Rules::UAI).is_none())
            .filter_map(|position| {
                let moves = position.legal_moves(&Rules::UAI);
                let best = moves.max_by_key(|&mv| position.gain(mv))?;
                Some((position, best))
            })
            .collect()
    }

    fn fit(samples: &[BestMove]) -> MovePatterns {
        MovePatterns::fit(samples, 1, Cancellation::never()).expect("not cancelled")
    }

    #[test]
    fn fitted_weights_predict_best_moves() {
        let samples = greedy();
        let (held_out, fitted) = samples.split_at(samples.len() / 4);
        let none = fit(&[]).predict(held_out);
        let patterns = fit(fitted);
        let found = patterns.predict(held_out);
        assert!(found.loss < none.loss - 0.1, "{found:?} {none:?}");
        assert!(found.first > 0.0 && found.among_three >= found.first);
        assert!(fit(fitted).to_bytes() == patterns.to_bytes());
        let stop = Cancellation::new();
        stop.request();
        assert!(MovePatterns::fit(fitted, 1, &stop).is_none());
    }

    #[test]
    fn a_file_has_one_weight_for_all_images() {
        let samples = greedy();
        let patterns = fit(&samples[..50]);
        let bytes = patterns.to_bytes();
        assert_eq!(bytes.len(), 3 * 2 * PATTERNS);
        for (at, pattern) in super::patterns().enumerate().step_by(7) {
            let image = usize::from(smallest_image(pattern));
            for first in [0, PATTERNS, 2 * PATTERNS] {
                let written = [0, 1].map(|byte| bytes[2 * (first + at) + byte]);
                let written = f32::from(i16::from_le_bytes(written));
                let weight = patterns.weights[first + image] * PATTERN_UNITS;
                assert!(
                    (written - weight).abs() <= 0.5,
                    "{pattern} {written} {weight}"
                );
            }
        }
        assert!(bytes.iter().any(|&byte| byte != 0));
    }
}
