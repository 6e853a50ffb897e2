//! A network prepared for boards with the same blocks.
//!
//! Two neighbouring windows of a pair of ranks overlap in one file: together they are a window
//! of two ranks by three files, which has 729 states. Adding up their rows beforehand, and
//! those of the blocks, halves the additions of an evaluation: 18 rows instead of 36.

#[cfg(target_arch = "x86_64")]
use super::avx2;
use super::features::{WINDOW_FILES, WINDOWS, block_feature, piece_feature, rank_bits};
use super::layers::{OutputLayer, Row, phase};
use super::{Evaluation, Value};
use crate::board::{Bitboard, Position};
use crate::processor::Processor;

/// The number of states of three squares.
const TRIPLE_STATES: usize = 27;
/// The number of states of a wide window.
const WIDE_STATES: usize = TRIPLE_STATES * TRIPLE_STATES;
/// The number of wide windows.
const WIDE_WINDOWS: usize = WINDOWS / 2;
/// The wide windows of a rank.
const WIDE_FILES: usize = WINDOW_FILES / 2;

/// A network for boards with certain blocks.
pub(super) struct CompiledNetwork {
    blocks: Bitboard,
    output: OutputLayer,
    processor: Processor,
    /// The weights of each state of each wide window.
    rows: Box<[Row]>,
    /// The bias of the hidden layer, with the weights of the blocks.
    bias: Row,
}

impl CompiledNetwork {
    /// Compiles a network with these weights of features, bias and output layer.
    pub fn new(rows: &[Row], bias: &Row, output: &OutputLayer, blocks: Bitboard) -> Self {
        let blocked = (0..WINDOWS).filter_map(|window| block_feature(window, blocks));
        let bias = blocked.fold(*bias, |bias, feature| bias.plus(&rows[feature]));
        let wide = (0..WIDE_WINDOWS * WIDE_STATES).map(|at| {
            let (window, state) = (at / WIDE_STATES, at % WIDE_STATES);
            let (low, high) = (state % TRIPLE_STATES, state / TRIPLE_STATES);
            let left = low % 9 + 9 * (high % 9);
            let right = low / 3 + 9 * (high / 3);
            let right = piece_feature(2 * window + 1, right);
            rows[piece_feature(2 * window, left)].plus(&rows[right])
        });
        Self {
            blocks,
            output: output.clone(),
            processor: Processor::detect(),
            rows: wide.collect(),
            bias,
        }
    }

    /// The blocks of the boards that it is for.
    pub fn blocks(&self) -> Bitboard {
        self.blocks
    }

    fn value_here(&self, position: &Position) -> Value {
        let windows = wide_windows(position);
        let hidden = windows
            .iter()
            .fold(self.bias, |sum, &row| sum.plus(&self.rows[row]));
        let phase = phase(position);
        let output = &self.output;
        output.value(OutputLayer::sum(&hidden, &output.weights[phase]), phase)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt,bmi1,bmi2,lzcnt")]
    fn value_avx2(&self, position: &Position) -> Value {
        // A closure would not take on the instruction set.
        let mut rows = [&self.bias; WIDE_WINDOWS];
        for (row, window) in rows.iter_mut().zip(wide_windows(position)) {
            *row = &self.rows[window];
        }
        let phase = phase(position);
        let output = &self.output;
        let sum = avx2::weighted_sum(&self.bias, &rows, &output.weights[phase]);
        output.value(sum, phase)
    }
}

impl Evaluation for CompiledNetwork {
    fn value(&self, position: &Position) -> Value {
        #[cfg(target_arch = "x86_64")]
        if self.processor.has_avx2() {
            #[allow(unsafe_code)] // measured in docs/PERFORMANCE.md
            // SAFETY: the processor has these instructions.
            return unsafe { self.value_avx2(position) };
        }
        self.value_here(position)
    }

    fn stones(&self, value: Value) -> f64 {
        self.output.stones(value)
    }
}

/// The base-3 digits of the three triples of a rank, in 16 bits each: a 1 for each square.
const TRIPLES: [u64; 128] = {
    let mut triples = [0; 128];
    let mut rank = 0;
    while rank < 128 {
        let mut triple = 0;
        while triple < WIDE_FILES {
            let bits = rank >> (2 * triple);
            let state = (bits & 1) + 3 * (bits >> 1 & 1) + 9 * (bits >> 2 & 1);
            triples[rank] |= (state as u64) << (16 * triple);
            triple += 1;
        }
        rank += 1;
    }
    triples
};

/// The active row of each wide window.
#[inline(always)]
#[allow(clippy::inline_always)] // must take on the instruction set of its caller
fn wide_windows(position: &Position) -> [usize; WIDE_WINDOWS] {
    let own = position.pieces(position.turn());
    let opp = position.pieces(!position.turn());
    let rank = |rank| TRIPLES[rank_bits(own, rank)] + 2 * TRIPLES[rank_bits(opp, rank)];
    let mut windows = [0; WIDE_WINDOWS];
    let mut below = rank(0);
    for (number, windows) in windows.chunks_exact_mut(WIDE_FILES).enumerate() {
        let above = rank(number + 1);
        let states = below + TRIPLE_STATES as u64 * above;
        for (file, window) in windows.iter_mut().enumerate() {
            #[allow(clippy::cast_possible_truncation)] // 16 bits
            let state = (states >> (16 * file)) as u16;
            *window = (number * WIDE_FILES + file) * WIDE_STATES + usize::from(state);
        }
        below = above;
    }
    windows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Network;
    use crate::opponents::positions;

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
            assert_eq!(compiled.value_here(&position), network.value(&position));
        }
    }
}
