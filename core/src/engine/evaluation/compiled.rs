//! A network prepared for boards with the same blocks: their rows are added to the bias.

use super::features::{block_features, piece_features};
use super::layers::{OutputLayer, Row, phase};
#[cfg(target_arch = "x86_64")]
use super::layers::{avx2, avx512};
#[cfg(target_arch = "x86_64")]
use super::{PIECE_FEATURES, WINDOWS};
use crate::board::{Bitboard, Position};
use crate::engine::{Evaluation, Value};
use crate::processor::Processor;
use std::sync::Arc;

/// A network for boards with certain blocks.
pub(super) struct CompiledNetwork {
    blocks: Bitboard,
    output: OutputLayer,
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code))]
    processor: Processor,
    /// The weights of each feature.
    rows: Arc<[Row]>,
    /// The bias of the hidden layer, with the weights of the blocks.
    bias: Row,
}

impl CompiledNetwork {
    /// Compiles a network with these weights of features, bias and output layer.
    pub fn new(rows: &Arc<[Row]>, bias: &Row, output: &OutputLayer, blocks: Bitboard) -> Self {
        let bias = block_features(blocks).fold(*bias, |bias, feature| {
            bias.plus(&rows[usize::from(feature)])
        });
        Self {
            blocks,
            output: output.clone(),
            processor: Processor::detect(),
            rows: Arc::clone(rows),
            bias,
        }
    }

    /// The blocks of the boards that it is for.
    pub fn blocks(&self) -> Bitboard {
        self.blocks
    }

    /// The weighted sum of the hidden layer.
    fn sum(&self, position: &Position, weights: &Row) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if self.processor.has_avx512() {
            #[allow(unsafe_code)] // measured in docs/PERFORMANCE.md
            // SAFETY: the processor has these instructions.
            return unsafe { self.sum_avx512(position, weights) };
        }
        #[cfg(target_arch = "x86_64")]
        if self.processor.has_avx2() {
            #[allow(unsafe_code)] // measured in docs/PERFORMANCE.md
            // SAFETY: the processor has these instructions.
            return unsafe { self.sum_avx2(position, weights) };
        }
        self.sum_here(position, weights)
    }

    fn sum_here(&self, position: &Position, weights: &Row) -> i32 {
        let hidden = piece_features(position)
            .iter()
            .fold(self.bias, |sum, &feature| {
                sum.plus(&self.rows[usize::from(feature)])
            });
        OutputLayer::sum(&hidden, weights)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt,bmi1,bmi2,lzcnt")]
    fn sum_avx2(&self, position: &Position, weights: &Row) -> i32 {
        avx2::weighted_sum(&self.bias, &self.active_rows(position), weights)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx2,popcnt,bmi1,bmi2,lzcnt")]
    fn sum_avx512(&self, position: &Position, weights: &Row) -> i32 {
        avx512::weighted_sum(&self.bias, &self.active_rows(position), weights)
    }

    /// The rows of the active features of pieces.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    #[allow(clippy::inline_always)] // must take on the instruction set of its caller
    fn active_rows(&self, position: &Position) -> [&Row; WINDOWS] {
        // A closure would not take on the instruction set.
        let mut rows = [&self.bias; WINDOWS];
        let known = &self.rows[..PIECE_FEATURES];
        for (row, feature) in rows.iter_mut().zip(piece_features(position)) {
            *row = &known[usize::from(feature)];
        }
        rows
    }
}

impl Evaluation for CompiledNetwork {
    fn value(&self, position: &Position) -> Value {
        let phase = phase(position);
        let sum = self.sum(position, &self.output.weights[phase]);
        self.output.value(sum, phase)
    }

    fn stones(&self, value: Value) -> f64 {
        self.output.stones(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Network;
    use crate::engine::positions;

    #[test]
    fn a_compiled_network_gives_the_same_values() {
        let network = Network::embedded();
        for position in positions(3, 500) {
            let Network {
                rows, bias, output, ..
            } = network;
            let compiled = CompiledNetwork::new(rows, bias, output, position.blocks());
            assert_eq!(
                compiled.value(&position),
                network.value(&position),
                "{position:?}"
            );
            // `value` uses one of these ways to sum.
            let weights = &network.output.weights[phase(&position)];
            let sum = compiled.sum_here(&position, weights);
            assert_eq!(compiled.sum(&position, weights), sum);
            #[cfg(target_arch = "x86_64")]
            if compiled.processor.has_avx2() {
                #[allow(unsafe_code)]
                // SAFETY: the processor has these instructions.
                let found = unsafe { compiled.sum_avx2(&position, weights) };
                assert_eq!(found, sum);
            }
        }
    }
}
